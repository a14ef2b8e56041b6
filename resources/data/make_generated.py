#!/usr/bin/env python3
"""Writes the sets that the templates bring, from fixed seeds: homes, shapes, scenes, transactions, commands (npz) and tales.txt.

usage: make_generated.py [NAME ..]   (needs numpy alone; the files are committed, so that all see the same figures)"""
import pathlib
import sys

import numpy as np

import tales

here = pathlib.Path(__file__).parent


def homes(rng, n=3000):
    """Prices in hundred thousands of nine figures of a home, with a deviation of 0.15 that no model can know."""
    area = rng.uniform(30, 220, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.8, n)), 1, 9)
    floor = rng.integers(0, 9, n)
    lift = (rng.random(n) < 0.5) * 1.0
    year = rng.integers(1900, 2025, n)
    distance = rng.gamma(2.0, 4.0, n)
    garden = np.where(floor == 0, rng.exponential(120, n), 0)
    noise = rng.uniform(30, 75, n)
    heat = np.clip(np.round((2025 - year) / 18 + rng.normal(0, 1.2, n)), 0, 7)
    place = 2.4 * np.exp(-distance / 9) + 0.5
    price = area / 100 * (0.9 + place) * (1 - 0.035 * heat)
    price += 0.25 * np.sqrt(rooms) + 0.0015 * garden
    price -= 0.07 * floor * (1 - lift) - 0.03 * floor * lift
    price += 0.5 * ((year < 1930) & (distance < 6))
    price -= 0.8 / (1 + np.exp(-(noise - 62) / 2.5))
    x = np.stack([area, rooms, floor, lift, year, distance, garden, noise, heat], 1)
    return x.astype(np.float32).round(2), (price + rng.normal(0, 0.15, n)).astype(np.float32).round(3)


SHAPES = ["circle", "ring", "square", "triangle", "cross", "star", "crescent", "hexagon", "bar", "heart"]


def inside(kind, u, v):
    """Whether points of a plane in units of the shape's radius belong to it."""
    r, a = np.hypot(u, v), np.arctan2(v, u)
    polygon = lambda k: r * np.cos((a % (2 * np.pi / k)) - np.pi / k) < np.cos(np.pi / k)
    return {
        "circle": lambda: r < 0.9,
        "ring": lambda: (r < 1) & (r > 0.55),
        "square": lambda: np.maximum(abs(u), abs(v)) < 0.78,
        "triangle": lambda: polygon(3),
        "cross": lambda: (np.minimum(abs(u), abs(v)) < 0.3) & (np.maximum(abs(u), abs(v)) < 0.95),
        "star": lambda: r < 0.42 + 0.58 * (2 * abs(((a * 5 / (2 * np.pi)) % 1) - 0.5)) ** 1.3,
        "crescent": lambda: (r < 1) & (np.hypot(u - 0.45, v) > 0.75),
        "hexagon": lambda: polygon(6),
        "bar": lambda: (abs(u) < 1) & (abs(v) < 0.33),
        "heart": lambda: ((1.2 * u) ** 2 + (0.1 - 1.2 * v) ** 2 - 1) ** 3 < (1.2 * u) ** 2 * (0.1 - 1.2 * v) ** 3,
    }[kind]()


def coverage(rng, kind, size, radius, margin, tilt):
    """Share of each pixel that a shape covers, at a random place, size and angle (up to `tilt` to either side)."""
    cx, cy = rng.uniform(margin, size - margin, 2)
    scale, angle = rng.uniform(*radius), rng.uniform(-tilt, tilt)
    grid = (np.arange(size * 3) + 0.5) / 3
    dx, dy = (grid[None, :] - cx) / scale, (grid[:, None] - cy) / scale
    u, v = np.cos(angle) * dx + np.sin(angle) * dy, -np.sin(angle) * dx + np.cos(angle) * dy
    return inside(kind, u, v).reshape(size, 3, size, 3).mean((1, 3))


def background(rng, size):
    """Two colours that run into each other, steps of 16 of 255."""
    a = rng.uniform(20, 235, 3)
    b = np.clip(a + rng.uniform(-60, 60, 3), 0, 255)
    angle = rng.uniform(0, 2 * np.pi)
    grid = np.arange(size) / size - 0.5
    along = np.clip(np.cos(angle) * grid[None, :] + np.sin(angle) * grid[:, None] + 0.5, 0, 1)
    return np.round((a[:, None, None] * (1 - along) + b[:, None, None] * along) / 16) * 16


def colour_off(rng, image):
    """A colour that stands out from the image's mean."""
    while True:
        colour = rng.uniform(0, 255, 3)
        if abs(colour - image.mean((1, 2))).sum() > 220:
            return np.round(colour / 8) * 8


def grain(rng, image):
    spots = rng.choice([-16, 0, 16], p=[0.04, 0.92, 0.04], size=image.shape[1:])
    return np.clip(np.round(image + spots), 0, 255).astype(np.uint8)


def paint(image, cover, colour):
    return image + np.round(cover * 4) / 4 * (colour[:, None, None] - image)


def lines(rng, image, count):
    """Thin strokes that are of no class."""
    for _ in range(count):
        cover = np.zeros(image.shape[1:])
        x, y, angle = *rng.uniform(0, image.shape[1], 2), rng.uniform(0, 2 * np.pi)
        for t in np.arange(0, rng.uniform(4, 14), 0.5):
            i, j = int(y + np.sin(angle) * t), int(x + np.cos(angle) * t)
            if 0 <= i < cover.shape[0] and 0 <= j < cover.shape[1]:
                cover[i, j] = 1
        image = paint(image, cover, np.round(rng.uniform(0, 255, 3) / 8) * 8)
    return image


def shapes(rng, n=2500, size=32):
    x, y = np.zeros((n, 3, size, size), np.uint8), np.arange(n) % len(SHAPES)
    for i in range(n):
        image = lines(rng, background(rng, size), rng.integers(0, 3))
        colour = colour_off(rng, image)
        x[i] = grain(rng, paint(image, coverage(rng, SHAPES[y[i]], size, (8, 13), 12, 0.35), colour))
    order = rng.permutation(n)
    return x[order], y[order].astype(np.uint8)


def scenes(rng, n=1200, size=32):
    """One to four shapes, the later before the earlier; of each pixel: 0 background, 1 circle, 2 square, 3 triangle."""
    x, y = np.zeros((n, 3, size, size), np.uint8), np.zeros((n, size, size), np.uint8)
    for i in range(n):
        image = lines(rng, background(rng, size), rng.integers(0, 4))
        for _ in range(rng.integers(1, 5)):
            kind = int(rng.integers(1, 4))
            cover = coverage(rng, [None, "circle", "square", "triangle"][kind], size, (5, 10), 4, np.pi)
            image = paint(image, cover, colour_off(rng, image))
            y[i][cover >= 0.5] = kind
        x[i] = grain(rng, image)
    return x, y


def transactions(rng, n=6000, steps=32, share=0.04):
    """Payments of an account: amount, pause, hour (two), four kinds of shop, abroad, declined. 1: the card was taken over.

    Each account has habits of its own, so a payment tells little by itself. Travellers pay abroad and much, and are honest."""
    x, y = np.zeros((n, steps, 10), np.float32), (rng.random(n) < share)
    for i in range(n):
        level, spread = rng.normal(3.3, 0.7), rng.uniform(0.4, 0.9)
        pause, hour, wild = rng.normal(2.6, 0.6), rng.normal(14, 3), rng.uniform(1.5, 5)
        taste = rng.dirichlet([2, 1, 1, 0.4])
        amounts, pauses = rng.normal(level, spread, steps), rng.normal(pause, 0.9, steps)
        hours, shops = rng.normal(hour, wild, steps), rng.choice(4, p=taste, size=steps)
        abroad, declined = rng.random(steps) < 0.02, rng.random(steps) < 0.02
        if rng.random() < 0.12:  # a journey
            a = rng.integers(0, steps - 5)
            b = a + rng.integers(4, 12)
            abroad[a:b] = rng.random(len(abroad[a:b])) < 0.85
            amounts[a:b] += rng.uniform(0.2, 1.0)
            pauses[a:b] -= rng.uniform(0, 1.2)
        if y[i]:
            a = steps - rng.integers(2, 7)
            k = steps - a
            if rng.random() < 0.4:  # is the card still good?
                amounts[a] = rng.normal(1.2, 0.6)
            amounts[a + 1 :] += rng.uniform(0.1, 1.0)
            pauses[a + 1 :] -= rng.uniform(0.3, 2.0)
            hours[a:] += rng.normal(0, 4)
            shops[a:] = np.where(rng.random(k) < 0.35, rng.choice([2, 3], size=k), shops[a:])
            abroad[a:] |= rng.random(k) < 0.12
            declined[a:] |= rng.random(k) < 0.08
        angle = hours / 24 * 2 * np.pi
        x[i] = np.concatenate([np.stack([amounts * 20 + 50, pauses * 20 + 80, np.cos(angle) * 50 + 100, np.sin(angle) * 50 + 100], 1),
                               np.eye(4)[shops], abroad[:, None], declined[:, None]], 1)
    return np.clip(np.round(x), 0, 255).astype(np.uint8), y.astype(np.uint8)


# Of each sound: two resonances in Hz, voice, noise. A word is a chain of sounds.
SOUNDS = {"a": (370, 640, 1, 0), "e": (270, 900, 1, 0), "i": (150, 1010, 1, 0), "o": (240, 430, 1, 0), "u": (160, 380, 1, 0),
          "n": (130, 560, 0.5, 0), "l": (190, 500, 0.6, 0), "r": (210, 660, 0.6, 0), "s": (300, 900, 0, 0.5), "t": (300, 800, 0, 0.12),
          "-": (300, 600, 0, 0), "g": (150, 700, 0.3, 0.1), "p": (200, 400, 0, 0.1)}
WORDS = {"yes": "ies", "no": "nou", "up": "ap-", "down": "taun", "left": "lest", "right": "rait", "stop": "s-op", "go": "gou"}


def spoken(rng, sounds, length=1024, rate=2400):
    """A word by a random voice: harmonics of a gliding pitch through two resonances, hiss, a room's noise."""
    n = int(length * rng.uniform(0.55, 0.9))
    weights = rng.uniform(0.6, 1.4, len(sounds))
    edges = np.concatenate([[0], np.cumsum(weights / weights.sum())]) * n
    centres = (edges[:-1] + edges[1:]) / 2
    tract = rng.uniform(0.86, 1.16)
    track = lambda k: np.convolve(np.interp(np.arange(n), centres, [SOUNDS[s][k] for s in sounds]), np.ones(31) / 31, "same")
    f1, f2 = track(0) * tract, track(1) * tract
    voice, hiss = track(2), track(3)
    pitch = rng.uniform(75, 190) * (1 + np.linspace(rng.uniform(-0.1, 0.2), rng.uniform(-0.2, 0.1), n))
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    wave = np.zeros(n)
    for k in range(1, 16):
        at = k * pitch
        gain = 1 / (1 + ((at - f1) / 60) ** 2) + 0.7 / (1 + ((at - f2) / 80) ** 2)
        wave += np.where(at < rate * 0.48, gain, 0) * np.sin(k * phase + rng.uniform(0, 2 * np.pi))
    sound = voice * wave + hiss * 2 * np.diff(rng.normal(0, 1, n + 1))
    sound *= np.minimum(1, np.minimum(np.arange(n), n - np.arange(n)) / 40)
    out = rng.normal(0, 0.25 * sound.std() * rng.uniform(0.3, 1.3), length)
    start = rng.integers(0, length - n + 1)
    out[start : start + n] += sound
    return np.clip(np.round(out / abs(out).max() * rng.uniform(20, 60)) * 2 + 128, 0, 255).astype(np.uint8)


def commands(rng, n=1600):
    y = rng.permutation(np.arange(n) % len(WORDS)).astype(np.uint8)
    words = list(WORDS.values())
    return np.stack([spoken(rng, words[c]) for c in y])[:, None, :], y


def main():
    seeds = {homes: 11, shapes: 12, scenes: 13, transactions: 14, commands: 15}
    wanted = sys.argv[1:]
    for make, seed in seeds.items():
        if wanted and make.__name__ not in wanted:
            continue
        x, y = make(np.random.default_rng(seed))
        file = here / f"{make.__name__}.npz"
        np.savez_compressed(file, x=x, y=y)
        print(f"{file.name}: x {x.dtype} {x.shape}, y {y.dtype} {y.shape}, {file.stat().st_size} bytes, mean of y {y.mean():.4f}")
    if not wanted or "tales" in wanted:
        text, nats = tales.write(seed=16, characters=400_000)
        (here / "tales.txt").write_text(text, encoding="ascii")
        print(f"tales.txt: {len(text)} characters; the grammar's choices: {nats / len(text):.3f} nats a character")


main()
