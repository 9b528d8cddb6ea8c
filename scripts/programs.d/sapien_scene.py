# SAPIEN, a simulator of robots, which draws a small scene for a camera, as its robots see it: colours, positions, normals and what
# each pixel shows, compared with the same without the layer, exactly. It asks for nothing that SwiftShader lacks: what is checked is
# that a program which draws in several passes is left as it is.
#
#   sapien_scene.py OUTPUT
import os
import sys

import numpy as np
from results import Results, command, without_layers

pictures = ("Color", "Position", "Normal", "Segmentation")


def draw(path):
    """Draws the scene, and writes what the camera sees."""
    import sapien

    scene = sapien.Scene()
    scene.set_ambient_light([0.3, 0.2, 0.2])
    scene.add_directional_light([1, 1, -1], [0.5, 0.5, 0.4], shadow=True, shadow_map_size=128)
    for at in range(5):
        builder = scene.create_actor_builder()
        colour = [1 - at / 5, at / 5, 0.4, 1]
        if at % 2:
            builder.add_sphere_visual(radius=0.4, material=colour)
        else:
            builder.add_box_visual(half_size=[0.3, 0.4, 0.5], material=colour)
        builder.build_static().set_pose(sapien.Pose([at % 3, at - 2, at % 2]))
    camera = scene.add_camera("camera", 96, 72, 1.0, 0.1, 100)
    camera.entity.set_pose(sapien.Pose([-4, 0, 1]))
    scene.update_render()
    camera.take_picture()
    np.savez(path, **{name: camera.get_picture(name) for name in pictures})


output, *inner = sys.argv[1:]
if inner[-1].endswith(".npz"):
    draw(inner[-1])
    sys.exit()


def seen(name, variables):
    """What the camera sees, drawn by a process of its own."""
    status, said = command(sys.executable, __file__, output, f"{name}.npz", env=variables)
    if status or not os.path.exists(f"{name}.npz"):
        raise RuntimeError(f"SAPIEN ended with {status}: {' '.join(said)[-200:]}")
    return np.load(f"{name}.npz")


results = Results(output)
without = seen("without", without_layers(os.environ))
found = seen("found", os.environ)
for name in pictures:
    results.check(name, lambda: found[name], without[name])
results.finish()
