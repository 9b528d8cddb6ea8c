# Of the checkout that this port lies in: it is an overlay port. cargo must be there.
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
# cargo's profile is the same for both kinds of builds.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)

set(parts ${FEATURES})
list(REMOVE_ITEM parts core full lean)
set(libraries)
if("full" IN_LIST FEATURES)
    list(APPEND libraries static)
endif()
if("lean" IN_LIST FEATURES)
    list(APPEND libraries lean)
endif()
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}/sos-capi"
    OPTIONS "-DSOS_LIBRARIES=${libraries}" "-DSOS_FEATURES=${parts}" "-DSOS_LEAN_FEATURES=${parts}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/sos)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
