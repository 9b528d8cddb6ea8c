-- Of the checkout that this repository lies in, built below the project's build folder. CMake and cargo must be there.
package("sos")
    set_description("Ship One Shader: a load-time filter from SPIR-V to SPIR-V for Vulkan")
    set_license("MIT OR Apache-2.0")
    set_sourcedir(path.join(os.scriptdir(), "..", "..", "..", "..", ".."))

    add_configs("lean", {description = "the static library without Rust's standard library", default = false, type = "boolean"})
    add_configs("features", {description = "parts of the library, with commas", type = "string"})

    on_load(function (package)
        package:add("links", package:config("lean") and "sos-lean" or "sos")
        if package:config("lean") then
            package:add("syslinks", "pthread")
        elseif not package:config("shared") then
            package:add("syslinks", "pthread", "m", "dl")
        end
    end)

    on_install("linux|native", "macosx|native", function (package)
        local library = package:config("lean") and "lean" or package:config("shared") and "shared" or "static"
        local configs = {"-DSOS_LIBRARIES=" .. library, "-DCMAKE_INSTALL_LIBDIR=lib"}
        local features = package:config("features")
        if features then
            table.insert(configs, (library == "lean" and "-DSOS_LEAN_FEATURES=" or "-DSOS_FEATURES=") .. features:gsub(",", ";"))
        end
        os.cd("sos-capi")
        import("package.tools.cmake").install(package, configs)
    end)

    on_test(function (package)
        assert(package:has_cfuncs("sos_filter_into", {includes = "sos.h"}))
    end)
