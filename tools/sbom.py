#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sbom.py -- lists what a build consists of, as SPDX 2.3 in JSON on standard output.

These are the program and the library with the hashes of their bytes, and the shared libraries that they name, with
versions. The packages that are bundled into the page are listed too.

  sbom.py BUILD
  sbom.py --self-test
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE = ("app/khepri", "src/libkhepri.so", "src/libkhepri.a")


def output_of(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def id_of(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(words)).strip("-")


def needed(path):
    """The shared libraries that a file names itself."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "-d", path))


def owner_of(path, name):
    """The distribution's package of a library, as (package, version); (the library's own name, None) if no one knows."""
    # The loader, which variables of threads need, stands there by its path alone.
    place = re.search(rf"^\s*(?:{re.escape(name)} => )?(/\S*/{re.escape(name)}) ", output_of("ldd", path), re.M)
    for found in filter(None, (place and os.path.realpath(place.group(1)), place and place.group(1))):
        for known in (found, found.removeprefix("/usr")):
            package = output_of("dpkg-query", "-S", known).split(": ")[0].split(", ")[0]
            version = package and output_of("dpkg-query", "-W", "-f", "${Version}", package)
            if version:
                return package.split(":")[0], version
    return name, None


def package(name, version, licence="NOASSERTION", url=None):
    out = {"SPDXID": id_of("Package", name), "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
           "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    if version:
        out["versionInfo"] = version
    if url:
        out["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}]
    return out


def bundled(build, web):
    """The packages inside the page: what the client's own source imports."""
    if not os.path.isdir(os.path.join(build, "web", "dist")) and not os.path.isdir(os.path.join(web, "bundled")):
        return []
    with open(os.path.join(web, "package-lock.json"), encoding="utf-8") as file:
        locked = json.load(file)["packages"]
    source = "".join(open(os.path.join(folder, name), encoding="utf-8").read() for folder, _, names in os.walk(os.path.join(web, "src"))
                     for name in sorted(names) if name.endswith((".ts", ".tsx")))
    return [package(name, locked[f"node_modules/{name}"]["version"], locked[f"node_modules/{name}"].get("license", "NOASSERTION"),
                    f"pkg:npm/{name}@{locked[f'node_modules/{name}']['version']}")
            for name in locked[""].get("dependencies", {}) if re.search(rf'from "{re.escape(name)}[/"]', source)]


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def describe(build, version, web=os.path.join(ROOT, "web")):
    khepri = package("khepri", version, "MIT") | {"copyrightText": "2026 the Khepri authors", "primaryPackagePurpose": "APPLICATION"}
    packages, files, relations = {khepri["SPDXID"]: khepri}, [], [relation("SPDXRef-DOCUMENT", "DESCRIBES", khepri["SPDXID"])]
    for made in MADE:
        path = os.path.join(build, made)
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            data = file.read()
        one = {"SPDXID": id_of("File", made), "fileName": f"./{os.path.basename(made)}", "licenseConcluded": "MIT", "copyrightText": "NOASSERTION",
               "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data, usedforsecurity=False).hexdigest()},
                             {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]}
        files.append(one)
        relations.append(relation(khepri["SPDXID"], "CONTAINS", one["SPDXID"]))
        for name in needed(path):
            owner, owned = owner_of(path, name)
            other = package(owner, owned)
            packages.setdefault(other["SPDXID"], other)
            relations.append(relation(one["SPDXID"], "DYNAMIC_LINK", other["SPDXID"]))
    for other in bundled(build, web):
        packages[other["SPDXID"]] = other
        relations.append(relation(khepri["SPDXID"], "CONTAINS", other["SPDXID"]))
    content = hashlib.sha256(json.dumps([files, list(packages)]).encode()).hexdigest()
    # The date is that of the source, so that the same build has the same list.
    when = int(os.environ.get("SOURCE_DATE_EPOCH") or output_of("git", "-C", ROOT, "log", "-1", "--format=%ct").strip() or 0)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"khepri-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/khepri-{version}-{content}",
            "creationInfo": {"created": iso(when), "creators": ["Tool: khepri-sbom.py"]},
            "packages": list(packages.values()), "files": files, "relationships": relations}


def iso(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def faults(document):
    """What is not as SPDX wants it: names that are used but not there, twice there, or wrongly formed."""
    ids = [e["SPDXID"] for e in [document, *document["packages"], *document["files"]]]
    out = [f"{i} is there twice" for i in set(ids) if ids.count(i) > 1]
    out += [f"{i} is no name of SPDX" for i in ids if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", i)]
    for one in document["relationships"]:
        out += [f"{one[key]} is not there" for key in ("spdxElementId", "relatedSpdxElement") if one[key] not in ids]
    return out


def version_of(build):
    with open(os.path.join(build, "meson-info", "intro-projectinfo.json"), encoding="utf-8") as file:
        return json.load(file)["version"]


def self_test():
    with tempfile.TemporaryDirectory() as build:
        assert describe(build, "1")["files"] == []
        os.makedirs(os.path.join(build, "app"))
        with open(os.path.join(build, "app", "khepri"), "wb") as file:
            file.write(b"not a program")
        made = describe(build, "1")
        assert made["files"][0]["checksums"][1]["checksumValue"] == hashlib.sha256(b"not a program").hexdigest()
        assert not faults(made) and made["creationInfo"]["created"].endswith("Z")
        made["relationships"].append(relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-nothing"))
        assert faults(made) == ["SPDXRef-nothing is not there"]
    assert id_of("Package", "a b/c") == "SPDXRef-Package-a-b-c"
    print("sbom: the self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (["--help"], ["-h"]) else 2
    if not os.path.exists(os.path.join(sys.argv[1], "meson-info", "intro-projectinfo.json")):
        print(f"sbom: {sys.argv[1]} is no build folder of meson", file=sys.stderr)
        return 1
    made = describe(sys.argv[1], version_of(sys.argv[1]))
    assert not faults(made), faults(made)
    json.dump(made, sys.stdout, indent=2)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
