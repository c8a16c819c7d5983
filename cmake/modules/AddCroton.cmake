# Wrappers that every CMakeLists.txt of the project uses.
#
# They do not go through add_mlir_library: that would file our targets in
# MLIR's export set and draw MLIR's static archives in. Every library is
# static, belongs to the export set CrotonTargets and links MLIR and LLVM as
# their shared libraries only (both kinds in one program register every
# dialect and option twice).

include_guard(GLOBAL)

# Everything generated into headers; libraries wait for what they name in
# DEPENDS, this target is for building all of it at once.
add_custom_target(croton-headers)
# All generated pages.
add_custom_target(croton-doc)

# While the tree is half built, rooms and sources that are not there yet are
# passed over with a warning. OFF makes each an error.
option(CROTON_PARTIAL_TREE "Pass over rooms and sources that do not exist" ON)
mark_as_advanced(CROTON_PARTIAL_TREE)

# croton_add_subdirectories(<dir>...)
# Enters each folder.
function(croton_add_subdirectories)
  foreach(dir IN LISTS ARGN)
    if(NOT CROTON_PARTIAL_TREE OR
        EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/CMakeLists.txt")
      add_subdirectory(${dir})
    endif()
  endforeach()
endfunction()

# Sets <result> to the sources that exist.
function(_croton_sources result)
  set(sources)
  foreach(source IN LISTS ARGN)
    if(NOT CROTON_PARTIAL_TREE OR
        EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}" OR
        EXISTS "${CMAKE_CURRENT_BINARY_DIR}/${source}" OR IS_ABSOLUTE "${source}")
      list(APPEND sources "${source}")
    else()
      message(WARNING "no such source: ${CMAKE_CURRENT_SOURCE_DIR}/${source}")
    endif()
  endforeach()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

#===------------------------------------------------------------------------===#
# Precompiled header
#===------------------------------------------------------------------------===#

# MLIR's core headers cost about three seconds in each of our files; compiled
# once, a third of one. Only headers from outside the project are in it. It is
# compiled here and not through target_precompile_headers, which would send it
# through ccache; another checkout's copy is of no use.
set(croton_pch_header "${CROTON_SOURCE_DIR}/cmake/modules/CrotonPch.h")
set(croton_pch "${CROTON_BINARY_DIR}/CrotonPch.h.pch")
if(CROTON_USE_PCH)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" croton_config)
  separate_arguments(croton_pch_flags UNIX_COMMAND
    "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${croton_config}}")
  list(APPEND croton_pch_flags
    -std=c++17 -fPIC -fvisibility=default ${CROTON_CXX_OPTIONS}
    -isystem "${MLIR_INCLUDE_DIRS}" -fpch-instantiate-templates)
  file(SHA256 "${croton_pch_header}" croton_pch_sum)
  string(SHA256 croton_pch_sum
    "${croton_pch_sum};${croton_pch_flags};${LLVM_PACKAGE_VERSION}")
  file(CONFIGURE OUTPUT "${croton_pch}.sum" CONTENT "${croton_pch_sum}\n")
  set_property(DIRECTORY APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS "${croton_pch_header}")
  add_custom_command(
    OUTPUT "${croton_pch}"
    COMMAND "${CMAKE_CXX_COMPILER}" ${croton_pch_flags}
            -x c++-header "${croton_pch_header}" -o "${croton_pch}"
            -MD -MT "${croton_pch}" -MF "${croton_pch}.d"
    DEPENDS "${croton_pch_header}"
    DEPFILE "${croton_pch}.d"
    COMMENT "Precompiling MLIR's core headers"
    VERBATIM)
  add_custom_target(croton-pch DEPENDS "${croton_pch}")
endif()

# Lets the C++ sources of a library use the precompiled header.
function(_croton_use_pch name)
  # Support knows no IR.
  if(NOT CROTON_USE_PCH OR name STREQUAL "CrotonSupport")
    return()
  endif()
  target_compile_options(${name} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${croton_pch}>")
  set_source_files_properties(${ARGN} PROPERTIES OBJECT_DEPENDS "${croton_pch}")
  add_dependencies(${name} croton-pch)
endfunction()

#===------------------------------------------------------------------------===#
# Libraries, programs, tests, pages
#===------------------------------------------------------------------------===#

# Links MLIR and LLVM, each as one shared library.
function(_croton_link_mlir name visibility)
  target_link_libraries(${name} ${visibility} MLIR LLVM)
endfunction()

# add_croton_library(<name> <source>...
#   [NO_MLIR] [DEPENDS <tablegen target>...] [LINK_LIBS <PUBLIC|PRIVATE> ...])
# One static library per folder, exported and installed. NO_MLIR is for code
# that must not depend on MLIR or LLVM (the runtime).
function(add_croton_library name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "DEPENDS;LINK_LIBS" ${ARGN})
  _croton_sources(sources ${ARG_UNPARSED_ARGUMENTS})
  if(NOT sources)
    return()
  endif()
  add_library(${name} STATIC ${sources})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_include_directories(${name} INTERFACE
    "$<BUILD_INTERFACE:${CROTON_SOURCE_DIR}/include>"
    "$<BUILD_INTERFACE:${CROTON_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_compile_features(${name} PUBLIC cxx_std_17)
  if(ARG_LINK_LIBS)
    target_link_libraries(${name} ${ARG_LINK_LIBS})
  endif()
  if(NOT ARG_NO_MLIR)
    _croton_link_mlir(${name} PUBLIC)
    _croton_use_pch(${name} ${sources})
  endif()
  set_property(GLOBAL APPEND PROPERTY CROTON_ALL_LIBS ${name})
  install(TARGETS ${name}
    EXPORT CrotonTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    COMPONENT ${name})
endfunction()

# As add_croton_library; the name joins the property that tools link.
function(add_croton_dialect_library name)
  set_property(GLOBAL APPEND PROPERTY CROTON_DIALECT_LIBS ${name})
  add_croton_library(${name} ${ARGN})
endfunction()

# As add_croton_library; the name joins the property that tools link.
function(add_croton_conversion_library name)
  set_property(GLOBAL APPEND PROPERTY CROTON_CONVERSION_LIBS ${name})
  add_croton_library(${name} ${ARGN})
endfunction()

# What every program of ours needs: MLIR and the sanitizers' options.
function(_croton_setup_executable name)
  _croton_link_mlir(${name} PRIVATE)
  if("address" IN_LIST CROTON_SANITIZE)
    target_sources(${name} PRIVATE
      "${CROTON_SOURCE_DIR}/cmake/modules/SanitizerOptions.cpp")
  endif()
endfunction()

# add_croton_tool(<name> <source>... [EXPORT_SYMBOLS]
#   [DEPENDS <target>...] [LINK_LIBS <PUBLIC|PRIVATE> ...])
# An installed program in build/bin. EXPORT_SYMBOLS is for one that loads
# plugins: they use its copy of our libraries.
function(add_croton_tool name)
  cmake_parse_arguments(ARG "EXPORT_SYMBOLS" "" "DEPENDS;LINK_LIBS" ${ARGN})
  _croton_sources(sources ${ARG_UNPARSED_ARGUMENTS})
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(ARG_LINK_LIBS)
    target_link_libraries(${name} ${ARG_LINK_LIBS})
  endif()
  _croton_setup_executable(${name})
  if(ARG_EXPORT_SYMBOLS)
    set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  endif()
  set_property(GLOBAL APPEND PROPERTY CROTON_TOOLS ${name})
  install(TARGETS ${name}
    EXPORT CrotonTargets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
    COMPONENT ${name})
endfunction()

# add_croton_unittest(<name> <source>...
#   [DEPENDS <target>...] [LINK_LIBS <PUBLIC|PRIVATE> ...])
# A gtest program in build/unittests/<folder>, run by lit through test/Unit.
function(add_croton_unittest name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR
      "expected the name of unit test '${name}' to end in 'Tests'")
  endif()
  _croton_sources(sources ${ARG_UNPARSED_ARGUMENTS})
  if(NOT sources)
    return()
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${sources})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(ARG_LINK_LIBS)
    target_link_libraries(${name} ${ARG_LINK_LIBS})
  endif()
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  _croton_setup_executable(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_property(GLOBAL APPEND PROPERTY CROTON_UNITTESTS ${name})
endfunction()

# add_croton_doc(<td file> <output> <mlir-tblgen argument>...)
# Writes build/docs/<output>.md as part of croton-doc. The file is relative to
# the current folder and read with the include paths of the project.
function(add_croton_doc td output)
  get_filename_component(td_path "${td}" ABSOLUTE)
  set(LLVM_TARGET_DEFINITIONS "${td_path}")
  tablegen(MLIR "${output}.md" ${ARGN})
  set(page "${CROTON_BINARY_DIR}/docs/${output}.md")
  add_custom_command(
    OUTPUT "${page}"
    COMMAND "${CMAKE_COMMAND}" -E copy
            "${CMAKE_CURRENT_BINARY_DIR}/${output}.md" "${page}"
    DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/${output}.md"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "${output}" id)
  add_custom_target(Croton${id}DocGen DEPENDS "${page}")
  add_dependencies(croton-doc Croton${id}DocGen)
endfunction()
