-- Somebody's engine with each library of the repository in the checkout beside it.
add_repositories("sos ../source/packaging/xmake")
for kind, configs in pairs({full = {}, shared = {shared = true}, lean = {lean = true, features = "vulkan,report"}}) do
    add_requires("sos~" .. kind, {configs = configs})
    target("with_" .. kind)
        set_kind("binary")
        add_files("*.c")
        add_packages("sos~" .. kind)
        add_syslinks("vulkan", "pthread")
    target_end()
end
