# Headers, exported targets and CrotonConfig.cmake, for the build tree and for
# the install tree.

include(CMakePackageConfigHelpers)

set(croton_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/croton")
get_property(CROTON_ALL_LIBS GLOBAL PROPERTY CROTON_ALL_LIBS)
get_property(CROTON_DIALECT_LIBS GLOBAL PROPERTY CROTON_DIALECT_LIBS)
get_property(CROTON_CONVERSION_LIBS GLOBAL PROPERTY CROTON_CONVERSION_LIBS)

#===------------------------------------------------------------------------===#
# Headers: ours, the .td files, and what TableGen made of them
#===------------------------------------------------------------------------===#

install(DIRECTORY
  "${CROTON_SOURCE_DIR}/include/croton"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT croton-headers
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def")
if(EXISTS "${CROTON_SOURCE_DIR}/include/croton-c")
  install(DIRECTORY
    "${CROTON_SOURCE_DIR}/include/croton-c"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    COMPONENT croton-headers
    FILES_MATCHING PATTERN "*.h")
endif()
install(DIRECTORY
  "${CROTON_BINARY_DIR}/include/croton"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT croton-headers
  FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

#===------------------------------------------------------------------------===#
# Targets and package files
#===------------------------------------------------------------------------===#

write_basic_package_version_file(
  "${CROTON_BINARY_DIR}/lib/cmake/croton/CrotonConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)

# The build tree.
set(CROTON_CONFIG_INCLUDE_DIRS
  "\"${CROTON_SOURCE_DIR}/include\" \"${CROTON_BINARY_DIR}/include\"")
set(CROTON_CONFIG_UP "../../..")
set(CROTON_CONFIG_MLIR_DIR "${MLIR_DIR}")
configure_file(
  "${CROTON_SOURCE_DIR}/cmake/modules/CrotonConfig.cmake.in"
  "${CROTON_BINARY_DIR}/lib/cmake/croton/CrotonConfig.cmake" @ONLY)

# The install tree, found relative to the package file.
set(CROTON_CONFIG_INCLUDE_DIRS
  "\"\${CROTON_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\"")
file(RELATIVE_PATH CROTON_CONFIG_UP "/prefix/${croton_cmake_dir}" "/prefix")
configure_file(
  "${CROTON_SOURCE_DIR}/cmake/modules/CrotonConfig.cmake.in"
  "${CROTON_BINARY_DIR}/CMakeFiles/CrotonConfig.cmake" @ONLY)
install(FILES
  "${CROTON_BINARY_DIR}/CMakeFiles/CrotonConfig.cmake"
  "${CROTON_BINARY_DIR}/lib/cmake/croton/CrotonConfigVersion.cmake"
  DESTINATION "${croton_cmake_dir}"
  COMPONENT cmake-exports)

if(CROTON_ALL_LIBS)
  export(EXPORT CrotonTargets
    FILE "${CROTON_BINARY_DIR}/lib/cmake/croton/CrotonTargets.cmake")
  install(EXPORT CrotonTargets
    DESTINATION "${croton_cmake_dir}"
    COMPONENT cmake-exports)
endif()
