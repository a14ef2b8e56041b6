#!/usr/bin/env python3
"""Writes images with Pillow, and what Pillow and PyTorch make of them.

usage: make.py   (needs pillow, numpy, torch; the files are committed)"""
import pathlib
import numpy as np, torch
from PIL import Image

here = pathlib.Path(__file__).parent
rng = np.random.default_rng(7)
yy, xx = np.mgrid[0:12, 0:9]
rgb = np.stack([20 * yy + 3, 25 * xx + 9, 255 - 9 * yy - 8 * xx], -1).clip(0, 255).astype(np.uint8)
noise = rng.integers(0, 256, (5, 7, 3), dtype=np.uint8)
images = {
    "rgb.png": Image.fromarray(noise), "grey.png": Image.fromarray(noise[..., 0]), "palette.png": Image.fromarray(rgb).quantize(16),
    "rgba.png": Image.fromarray(np.dstack([noise, noise[..., :1]])), "bits.png": Image.fromarray((noise[..., 0] > 99)),
    "smooth.jpg": Image.fromarray(rgb), "progressive.jpg": Image.fromarray(rgb), "grey.jpg": Image.fromarray(rgb[..., 1]),
    "inks.jpg": Image.fromarray(np.dstack([rgb, 20 * xx[..., None] + 5]).astype(np.uint8), "CMYK")}
expected = {}
for name, image in images.items():
    image.save(here / name, **({"quality": 90, "progressive": name.startswith("prog")} if name.endswith("jpg") else {}))
    read = Image.open(here / name)
    full, grey = np.array(read.convert("RGB")), np.array(read.convert("RGB").convert("L"))
    expected[name] = full
    expected[name + ".grey"] = grey
    for h, w in ((8, 8), (3, 20)):
        chw = torch.from_numpy(full.transpose(2, 0, 1).copy()).float()[None]
        expected[f"{name}.{h}x{w}"] = torch.nn.functional.interpolate(chw, (h, w), mode="bilinear", align_corners=False)[0].numpy()
np.savez_compressed(here / "expected.npz", **expected)
