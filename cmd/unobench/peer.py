"""The PyUNO side of unobench.

Reads one command per line from standard input, does it, and writes how many
seconds it took to standard output.
"""

import sys
import time

import uno


def connect(url):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local)
    context = resolver.resolve(url)
    return context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context)


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
    print("ready", flush=True)
    for line in sys.stdin:
        name, n = line.split()
        began = time.perf_counter()
        commands[name](int(n))
        print(time.perf_counter() - began, flush=True)
        kept.clear()


main(sys.argv[1])
