"""npz, npy and safetensors with nothing but the standard library: lists of numbers in row-major order."""
import ast
import io
import json
import struct
import zipfile

CODES = {"f4": "f", "f8": "d", "i8": "q", "i4": "i", "u1": "B"}


def count(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def npy(kind, shape, values):
    head = f"{{'descr': '{'|' if kind == 'u1' else '<'}{kind}', 'fortran_order': False, 'shape': ({''.join(f'{d}, ' for d in shape)}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{count(shape)}{CODES[kind]}", *values)


def write_npz(path, arrays):
    """arrays: name -> (kind, shape, values)"""
    with zipfile.ZipFile(path, "w") as z:
        for name, array in arrays.items():
            z.writestr(name + ".npy", npy(*array))


def read_npz(path):
    """name -> (kind, shape, values)"""
    out = {}
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            raw = z.read(name)
            length = struct.unpack("<H", raw[8:10])[0]
            head = ast.literal_eval(raw[10:10 + length].decode())
            kind, shape = head["descr"].lstrip("<|"), head["shape"]
            out[name.removesuffix(".npy")] = (kind, shape, struct.unpack(f"<{count(shape)}{CODES[kind]}", raw[10 + length:]))
    return out


def read_safetensors(path):
    """name -> (shape, values), f32 only"""
    raw = open(path, "rb").read()
    length = struct.unpack("<Q", raw[:8])[0]
    out = {}
    for name, entry in json.loads(raw[8:8 + length]).items():
        if name == "__metadata__":
            continue
        if entry["dtype"] != "F32":
            out[name] = (entry["shape"], None)
            continue
        begin, end = entry["data_offsets"]
        out[name] = (entry["shape"], struct.unpack(f"<{(end - begin) // 4}f", raw[8 + length + begin:8 + length + end]))
    return out


def write_safetensors(path, tensors):
    """tensors: name -> (shape, values), written as f32"""
    head, data = {}, io.BytesIO()
    for name, (shape, values) in tensors.items():
        begin = data.tell()
        data.write(struct.pack(f"<{len(values)}f", *values))
        head[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [begin, data.tell()]}
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data.getvalue())
