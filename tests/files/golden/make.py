#!/usr/bin/env python3
"""Writes the files beside it with numpy and safetensors, so that the readers are tested against somebody else's writer.

usage: make.py   (needs numpy and safetensors; the files are committed)"""
import io
import pathlib
import zipfile
import numpy as np
from numpy.lib import format as npy
from safetensors.numpy import save_file

here = pathlib.Path(__file__).parent
ramp = np.arange(6, dtype=np.float32).reshape(2, 3) / 4
np.save(here / "f4.npy", ramp)
np.save(here / "fortran.npy", np.asfortranarray(ramp))
np.save(here / "big_endian.npy", ramp.astype(">f4"))
np.save(here / "scalar.npy", np.float64(2.5))
np.save(here / "empty.npy", np.zeros((0, 3), np.int32))
np.save(here / "structured.npy", np.zeros(2, [("a", "<f4"), ("b", "<i4")]))
for version in (2, 3):
    with open(here / f"v{version}.npy", "wb") as f: npy.write_array(f, np.array([-1, 7], np.int16), (version, 0))
kinds = {k: np.array([0, 1, 100], k) for k in ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?")}
np.savez(here / "kinds.npz", **{k.replace("?", "b1"): v for k, v in kinds.items()})
np.savez_compressed(here / "packed.npz", x=np.arange(1000, dtype=np.float32), y=np.arange(1000) % 7)
save_file({"b": ramp, "a": np.arange(3), "half": ramp.astype(np.float16), "flag": np.array([True, False])}, here / "mixed.safetensors", {"made": "by numpy"})
save_file({"test": np.arange(4, dtype=np.int32).reshape(2, 2)}, here / "smallest.safetensors")
four = io.BytesIO()
np.save(four, np.zeros(4, np.float32))
with zipfile.ZipFile(here / "bomb.npz", "w") as z:  # an array of 4 numbers, followed by 20 MB of zeros
    entry = zipfile.ZipInfo("x.npy", (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    z.writestr(entry, four.getvalue() + bytes(20_000_000), compresslevel=9)
