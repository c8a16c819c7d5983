# Compiler and linker settings that every target of the project shares.

include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
# LLVM's heavy templates gain little from -O3.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

set(CROTON_SOURCE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
set(CROTON_BINARY_DIR "${CMAKE_CURRENT_BINARY_DIR}")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CROTON_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CROTON_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CROTON_BINARY_DIR}/lib")
# Debian keeps libMLIR.so beside LLVM, off the default search path.
set(CMAKE_INSTALL_RPATH "${LLVM_LIBRARY_DIR}")
# Where AddLLVM's and AddMLIR's own functions put what they make.
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CROTON_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CROTON_BINARY_DIR}/lib")
set(MLIR_BINARY_DIR "${CROTON_BINARY_DIR}")

#===------------------------------------------------------------------------===#
# Language and warnings
#===------------------------------------------------------------------------===#

# Every C++ file gets exactly these, so that all of them can share the
# precompiled header (AddCroton.cmake).
set(CROTON_CXX_OPTIONS
  -Wall -Wextra -Wno-unused-parameter -Wimplicit-fallthrough
  -Wnon-virtual-dtor -Woverloaded-virtual
  -ffunction-sections -fdata-sections
  -fno-semantic-interposition -fvisibility-inlines-hidden
  -fno-rtti -fno-exceptions)
set(CROTON_C_OPTIONS
  -Wall -Wextra -Wno-unused-parameter -Wimplicit-fallthrough
  -ffunction-sections -fdata-sections)
if(CROTON_ENABLE_WERROR)
  list(APPEND CROTON_CXX_OPTIONS -Werror)
  list(APPEND CROTON_C_OPTIONS -Werror)
endif()

# Debian's LLVM is a release build. Its ABI does not depend on NDEBUG: the
# switch that changes layouts, LLVM_ENABLE_ABI_BREAKING_CHECKS, is fixed in
# llvm/Config/abi-breaking.h and checked at link time. So our own code may
# assert, and use LDBG, on its own.
if(CROTON_ENABLE_ASSERTIONS)
  list(APPEND CROTON_CXX_OPTIONS -UNDEBUG)
  list(APPEND CROTON_C_OPTIONS -UNDEBUG)
else()
  list(APPEND CROTON_CXX_OPTIONS -DNDEBUG)
  list(APPEND CROTON_C_OPTIONS -DNDEBUG)
endif()

#===------------------------------------------------------------------------===#
# Linker
#===------------------------------------------------------------------------===#

find_program(CROTON_LLD NAMES ld.lld-22 ld.lld)
mark_as_advanced(CROTON_LLD)
if(CROTON_LLD)
  add_link_options("-fuse-ld=${CROTON_LLD}")
endif()
add_link_options(-Wl,--gc-sections -Wl,--as-needed)

#===------------------------------------------------------------------------===#
# Sanitizers
#===------------------------------------------------------------------------===#

foreach(sanitizer IN LISTS CROTON_SANITIZE)
  if(NOT sanitizer MATCHES "^(address|undefined)$")
    message(FATAL_ERROR
      "unknown sanitizer '${sanitizer}' in CROTON_SANITIZE; "
      "expected address or undefined")
  endif()
  list(APPEND CROTON_CXX_OPTIONS -fsanitize=${sanitizer})
  list(APPEND CROTON_C_OPTIONS -fsanitize=${sanitizer})
  add_link_options(-fsanitize=${sanitizer})
endforeach()
if(CROTON_SANITIZE)
  set(croton_sanitize_options
    -fno-sanitize-recover=all -fno-omit-frame-pointer -gline-tables-only)
  list(APPEND CROTON_CXX_OPTIONS ${croton_sanitize_options})
  list(APPEND CROTON_C_OPTIONS ${croton_sanitize_options})
endif()

# Coverage for libFuzzer. The address sanitizer's runtime has what instrumented
# code calls where there is no fuzzer.
if(CROTON_FUZZ)
  if(NOT "address" IN_LIST CROTON_SANITIZE)
    message(FATAL_ERROR "CROTON_FUZZ needs address in CROTON_SANITIZE")
  endif()
  list(APPEND CROTON_CXX_OPTIONS -fsanitize=fuzzer-no-link)
endif()

add_compile_options(
  "$<$<COMPILE_LANGUAGE:CXX>:${CROTON_CXX_OPTIONS}>"
  "$<$<COMPILE_LANGUAGE:C>:${CROTON_C_OPTIONS}>")

#===------------------------------------------------------------------------===#
# ccache
#===------------------------------------------------------------------------===#

# Paths below the checkout are hashed relative to the build folder and the
# working directory is not hashed, so a second checkout hits what the first one
# compiled. The precompiled header holds absolute paths; its .sum file, which
# does not, is hashed in its stead.
if(CROTON_USE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CROTON_CCACHE ccache)
  mark_as_advanced(CROTON_CCACHE)
  if(CROTON_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CROTON_SOURCE_DIR}"
      CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros "${CROTON_CCACHE}")
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
endif()
