"""The PyUNO side of unobench.

Reads one command per line from standard input, does it, and writes how many
seconds it took to standard output.
"""

import sys
import time

import uno
from com.sun.star.beans import PropertyValue


def remote(url):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local)
    return resolver.resolve(url)


def connect(url):
    context = remote(url)
    return context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context)


def properties(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


class Documents:
    """What PyUNO can do that the tools do, the shortest way."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.file = None
        self.open = {}
        self.turn = False
        self.commands = {
            "flat": lambda d: self.export(d, "OpenDocument Text Flat XML"),
            "html": lambda d: self.export(d, "HTML (StarWriter)"),
            "first20": self.first20,
            "levels": self.levels,
            "find": self.find,
            "append": self.append,
            "replace": self.replace,
            "data": self.data,
            "setdata": self.setdata,
            "query": self.query,
        }

    def get(self, uid):
        if uid not in self.open:
            every = self.desktop.getComponents().createEnumeration()
            while every.hasMoreElements():
                document = every.nextElement()
                self.open[document.RuntimeUID] = document
        return self.open[uid]

    def export(self, document, name):
        document.storeToURL("private:stream", properties(FilterName=name, OutputStream=self.file))

    def prepare(self, context):
        """A file of the office's own takes what is exported: no callbacks."""
        self.file = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.io.TempFile", context)

    def first20(self, document):
        paragraphs = self.paragraphs(document)
        return [next(paragraphs).getString() for _ in range(20)]

    def levels(self, document):
        return [paragraph.OutlineLevel for paragraph in self.paragraphs(document)]

    def paragraphs(self, document):
        every = document.getText().createEnumeration()
        while every.hasMoreElements():
            paragraph = every.nextElement()
            if paragraph.supportsService("com.sun.star.text.Paragraph"):
                yield paragraph

    def find(self, document):
        search = document.createSearchDescriptor()
        search.setSearchString("ocelot")
        found = document.findAll(search)
        return [found.getByIndex(i).getString() for i in range(found.getCount())]

    def append(self, document):
        text = document.getText()
        text.insertControlCharacter(text.getEnd(), 0, False)
        text.insertString(text.getEnd(), "One more paragraph.", False)

    def replace(self, document):
        words = ["8 has some", "8 had some"]
        search = document.createReplaceDescriptor()
        search.setSearchString(words[self.turn])
        search.setReplaceString(words[not self.turn])
        self.turn = not self.turn
        if not 450 <= document.replaceAll(search) <= 500:
            raise RuntimeError("wrong number of matches")

    def cells(self, document, name):
        return document.getSheets().getByIndex(0).getCellRangeByName(name)

    def data(self, document):
        return self.cells(document, "A1:J1000").getDataArray()

    def setdata(self, document):
        rows = tuple(tuple(float(r * c) for c in range(10)) for r in range(100))
        self.cells(document, "L1:U100").setDataArray(rows)

    def query(self, document):
        sums = {}
        for row in self.cells(document, "A1:T50000").getDataArray()[1:]:
            if row[3] > 20:
                total, last, count = sums.get(row[0], (0, 0, 0))
                sums[row[0]] = (total + row[5], last + row[19], count + 1)
        if len(sums) != 7:
            raise RuntimeError("wrong groups")


def main(url):
    desktop = connect(url)
    model = desktop.getComponents().createEnumeration().nextElement()
    cells = model.getSheets().getByIndex(0).getCellRangeByName("A1:J1000")
    kept = []

    def calls(n):
        for _ in range(n):
            model.getURL()

    def data(n):
        for _ in range(n):
            rows = cells.getDataArray()
            if len(rows) != 1000 or rows[999][9] != 9999:
                raise RuntimeError("wrong cells")

    def attach(n):
        for _ in range(n):
            kept.append(connect(url))

    commands = {"calls": calls, "cells": data, "attach": attach}
    documents = Documents(desktop)
    print("ready", flush=True)
    for line in sys.stdin:
        name, n, *uid = line.split()
        if uid:
            document = documents.get(uid[0])
            documents.prepare(remote(url))
        began = time.perf_counter()
        if uid:
            documents.commands[name](document)
        else:
            commands[name](int(n))
        print(time.perf_counter() - began, flush=True)
        kept.clear()


main(sys.argv[1])
