#!/usr/bin/env python3
"""Makes names.ttf: the letters of documents' names that Fyne's own font lacks.

Chinese, Japanese and Korean come from Droid Sans Fallback, Arabic, Hebrew, Armenian and Georgian from DejaVu Sans: what
the national character sets of two bytes hold, which is what people can type. Needs on Debian:
python3-fonttools fonts-droid-fallback fonts-dejavu-core
"""

import os
import tempfile

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

DROID = "/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
# Lines are as high and blanks as wide as in Fyne's own font, Noto Sans: a blank takes the font of the letter before it.
UPEM, ASCENT, DESCENT, BLANK = 1000, 1069, -293, 260
TABLES = ["FFTM", "kern", "MATH", "DSIG", "gasp", "vhea", "vmtx", "BASE"]


def encoded(codec, first, second):
    for a in first:
        for b in second:
            try:
                yield ord(bytes([a, b]).decode(codec))
            except (UnicodeDecodeError, TypeError):
                pass


def wide():
    gr = range(0xA1, 0xFF)
    codes = set(encoded("euc_jp", range(0xA1, 0xF5), gr)) | set(encoded("gb2312", range(0xA1, 0xF8), gr))
    codes |= {c for c in encoded("euc_kr", gr, gr) if 0xAC00 <= c <= 0xD7A3}
    codes |= set(encoded("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *gr]))
    codes |= set(range(0x3000, 0x3100)) | set(range(0xFF00, 0xFFEF))
    return {c for c in codes if c >= 0x2E80} | {0x20}  # Fyne's font has the others


def others():
    for first, last in [(0x530, 0x6FF), (0x10A0, 0x10FF), (0xFB13, 0xFDFF), (0xFE70, 0xFEFF)]:
        yield from range(first, last + 1)


def cut(path, codes, out, layout):
    o = subset.Options(hinting=False, notdef_outline=True, glyph_names=False)
    o.layout_features = ["*"] if layout else []
    o.drop_tables += TABLES + ([] if layout else ["GSUB", "GPOS", "GDEF"])
    font = subset.load_font(path, o)
    s = subset.Subsetter(o)
    s.populate(unicodes=sorted(codes))
    s.subset(font)
    if font["head"].unitsPerEm != UPEM:
        scale_upem(font, UPEM)
    font.save(out)


with tempfile.TemporaryDirectory() as folder:
    parts = [os.path.join(folder, name) for name in ("wide.ttf", "others.ttf")]
    cut(DROID, wide(), parts[0], False)
    cut(DEJAVU, others(), parts[1], True)
    font = Merger().merge(parts)
    font["post"].formatType = 3.0  # without names of glyphs
    for table, up, down in [("hhea", "ascent", "descent"), ("OS/2", "sTypoAscender", "sTypoDescender")]:
        setattr(font[table], up, ASCENT)
        setattr(font[table], down, DESCENT)
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0
    font["hmtx"][font.getBestCmap()[0x20]] = (BLANK, 0)
    font["name"].names = []
    font["name"].setName("Unodesk Names", 1, 3, 1, 0x409)
    font["name"].setName("Regular", 2, 3, 1, 0x409)
    font["head"].created = font["head"].modified = 3600 * 24 * 366 * 100  # the same for the same parts
    font.recalcTimestamp = False
    font.save(os.path.join(os.path.dirname(os.path.abspath(__file__)), "names.ttf"))
