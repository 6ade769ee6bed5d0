# SPDX-License-Identifier: Apache-2.0
"""Animations of the tools that draw what moves: GIF, and MP4 where ffmpeg is.

A frame is an array (height, width, 3) of bytes, or a file with a picture.
"""

import pathlib
import shutil
import subprocess

import numpy as np

from file_replacement import replacement
from run_record import InputError

SUFFIXES = (".gif", ".mp4")
COLOURS = 128     # of a GIF: that of all its frames
LAST = 1.         # how long the last frame of a GIF stays [s]


def add_options(parser):
    """--animate, and what an animation is like."""
    parser.add_argument("--animate", action="store_true",
                        help="an animation instead, GIF and, where ffmpeg is, "
                        "MP4")
    parser.add_argument("--frames", metavar="N", type=positive(int),
                        default=60, help="of it (default: %(default)s)")
    parser.add_argument("--seconds", metavar="T", type=positive(float),
                        default=4., help="that it takes (default: "
                        "%(default)s)")
    parser.add_argument("--width", metavar="PIXELS", type=positive(int),
                        default=640, help="of it (default: %(default)s)")


def positive(kind):
    def number(text):
        value = kind(text)
        if not 0 < value < float("inf"):
            raise ValueError
        return value
    number.__name__ = f"positive {kind.__name__}"  # of argparse's message
    return number


def animation_files(output, default):
    """What is written: the file that is named, else a GIF and an MP4."""
    if output is None:
        return [default.with_suffix(suffix) for suffix in SUFFIXES]
    if output.suffix not in SUFFIXES:
        raise InputError(f"--output {output}: end the name of an animation in "
                         f"{' or '.join(SUFFIXES)}")
    return [output]


def animate(frames, files, seconds, width):
    """Writes the frames, of which there may be many, into files; says which.
    """
    Image = pillow()
    pictures = [scaled(Image, frame, width) for frame in frames]
    for file in files:
        if file.suffix == ".mp4" and not shutil.which("ffmpeg"):
            if len(files) == 1:
                raise InputError(f"{file} needs ffmpeg: apt-get install "
                                 "ffmpeg, or name a .gif")
            continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with replacement(file) as new:
                WRITERS[file.suffix](Image, pictures, new, seconds)
        except OSError as problem:
            raise InputError(f"{file} cannot be written ({problem}): choose "
                             "another place by --output") from None
        print(file)


def pillow():
    try:
        from PIL import Image
        return Image
    except ImportError as problem:
        raise InputError(f"{problem}: animations need Pillow, Debian's "
                         "python3-pil") from None


def scaled(Image, frame, width):
    """Even sides, as videos have them."""
    picture = Image.open(frame) if isinstance(
        frame, (str, pathlib.Path)) else Image.fromarray(frame)
    height = 2 * max(1, round(picture.height * width / picture.width / 2))
    size = (2 * max(1, width // 2), height)
    picture = picture.convert("RGB")
    return picture if picture.size == size else picture.resize(
        size, Image.Resampling.LANCZOS)


def write_gif(Image, pictures, file, seconds):
    """One palette for all frames: nothing flickers, and what does not change
    takes no room."""
    n = len(pictures)
    palette = common_palette(Image, pictures[::max(1, n // 12)])
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE)
              for picture in pictures]
    durations = [round(1000 * seconds / n)] * n
    durations[-1] = max(durations[-1], round(1000 * LAST))
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:],
                   duration=durations, loop=0, optimize=True)


def common_palette(Image, pictures):
    """Small areas count, too: a colour as the logarithm of its pixels."""
    pixels = np.concatenate([np.asarray(picture).reshape(-1, 3) // 4
                             for picture in pictures])
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    chosen = np.repeat(colours * 4 + 2, 1 + np.log2(counts).astype(int),
                       axis=0).astype(np.uint8)
    palette = Image.fromarray(chosen[np.newaxis]).quantize(
        COLOURS, Image.Quantize.MEDIANCUT)
    colours = np.reshape(palette.getpalette(), (-1, 3))
    colours[colours.min(axis=1) > 244] = 255  # the mean of nearly white
    palette.putpalette(colours.ravel().tolist())
    return palette


def write_mp4(_, pictures, file, seconds):
    width, height = pictures[0].size
    made = subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt",
         "rgb24", "-s", f"{width}x{height}", "-r",
         f"{len(pictures) / seconds:.6g}", "-i", "-", "-pix_fmt", "yuv420p",
         "-movflags", "+faststart", "-f", "mp4", str(file)],
        input=b"".join(picture.tobytes() for picture in pictures),
        capture_output=True, check=False)
    if made.returncode:
        raise OSError(made.stderr.decode(errors="replace").strip()[-300:])


WRITERS = {".gif": write_gif, ".mp4": write_mp4}


def frame_of(figure, width):
    """What a figure of matplotlib looks like now."""
    figure.set_dpi(width / figure.get_figwidth())
    figure.canvas.draw()
    return np.array(figure.canvas.buffer_rgba())[..., :3]


def unrolled(figure, width, n_frames, count):
    """Frames in which the lines of a figure grow.

    count(points, share): how many points of a line are shown when that share
    of the time is over."""
    whole = frame_of(figure, width)  # everything has its place
    figure.set_layout_engine("none")
    lines = [(line, line.get_xydata().copy()) for axes in figure.axes
             for line in axes.get_lines() if len(line.get_xdata()) > 2]
    for axes in figure.axes:
        axes.autoscale(False)
    for i in range(n_frames - 1):
        for line, points in lines:
            line.set_data(*points[:count(points, (i + 1) / n_frames)].T)
        yield frame_of(figure, width)
    yield whole
