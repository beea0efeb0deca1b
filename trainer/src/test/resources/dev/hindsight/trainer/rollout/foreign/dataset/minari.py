"""A dataset in Minari's layout, as its storage writes it with h5py."""
import json, pathlib, sys
import h5py, numpy as np

root = pathlib.Path(sys.argv[1])
data = root / "room" / "mixed-v0" / "data"
data.mkdir(parents=True)


def add(name, value, group):
    if isinstance(value, tuple):
        value = {f"_index_{i}": each for i, each in enumerate(value)}
    if isinstance(value, dict):
        inner = group.require_group(name)
        for key, each in value.items():
            add(key, each, inner)
        return
    text = all(isinstance(each, str) for each in value)
    shape = getattr(value[0], "shape", ())
    group.create_dataset(name, data=value, dtype=h5py.string_dtype(encoding="utf-8") if text else None, chunks=True, maxshape=(None, *shape))


def rows(episode, count, *shape):
    return 100 * episode + np.arange(count * int(np.prod(shape)), dtype=np.float32).reshape(count, *shape)


lengths = [3, 1, 4]
with h5py.File(data / "main_data.hdf5", "a", track_order=True) as file:
    for e, n in enumerate(lengths):
        group = file.create_group(f"episode_{e}")
        group.attrs["id"] = e
        group.attrs["seed"] = 70 + e
        group.attrs["options/room"] = "north"
        group.attrs["options/goal/x"] = 1.5
        group.attrs["total_steps"] = n
        add("observations", {"camera": np.full((n + 1, 2, 2, 3), 7 + e, np.uint8), "where": rows(e, n + 1, 2),
                             "hand": (rows(e, n + 1, 3), {"held": np.arange(n + 1) % 2}), "mission": ["go to the door"] * (n + 1)}, group)
        add("actions", (np.arange(n) % 3, rows(e, n, 2) / 1000), group)
        add("rewards", np.arange(n) / 8, group)
        add("terminations", np.arange(n) == (n - 1 if e != 1 else -1), group)
        add("truncations", np.arange(n) == (n - 1 if e == 1 else -1), group)
        if sys.argv[2] == "nested":
            add("infos", {"distance": rows(e, n + 1, 1)[:, 0], "inner": {"hits": np.arange(n + 1)}, "note": ["x"] * (n + 1)}, group)
        else:
            group.create_dataset("infos", data=[json.dumps({"distance": i / 2}) for i in range(n + 1)], dtype=h5py.string_dtype())
spec = {"id": "Room-v3", "entry_point": "room:Room", "reward_threshold": None, "nondeterministic": False, "max_episode_steps": 50,
        "order_enforce": True, "disable_env_checker": False, "kwargs": {}, "additional_wrappers": [], "vector_entry_point": None}
space = {"type": "Dict", "subspaces": {"mission": {"type": "Text", "max_length": 40, "min_length": 1, "charset": "abc"}}}
(data / "metadata.json").write_text(json.dumps({
    "total_episodes": len(lengths), "total_steps": sum(lengths), "data_format": "hdf5", "observation_space": json.dumps(space),
    "action_space": json.dumps({"type": "Tuple", "subspaces": []}), "env_spec": json.dumps(spec), "dataset_id": "room/mixed-v0",
    "minari_version": "0.5.3", "dataset_size": 0.1}))
(root / "room" / "namespace_metadata.json").write_text("{}")
