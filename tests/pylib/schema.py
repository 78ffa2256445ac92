# SPDX-License-Identifier: MIT
"""schema.py -- checks values against docs/api: the part of JSON Schema that is used there. An unknown keyword is an error."""
import json
import os
import re

from program import ROOT

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "null": type(None)}
NOTES = {"description", "title", "$schema", "$defs"}
FILES = {}


def document(name):
    if name not in FILES:
        with open(os.path.join(ROOT, "docs", "api", name), encoding="utf-8") as file:
            FILES[name] = json.load(file)
    return FILES[name]


def find(ref, home):
    name, _, path = ref.partition("#")
    at = document(name or home)
    for part in path.strip("/").split("/"):
        at = at[part.replace("~1", "/").replace("~0", "~")]
    return at, name or home


def is_kind(value, kind):
    return isinstance(value, KINDS[kind]) and not (kind == "integer" and isinstance(value, bool))


def fault(value, schema, home, at="$"):
    """None, or where and why the value does not fit."""
    for keyword, wanted in schema.items():
        wrong = None if keyword in NOTES else CHECKS[keyword](value, wanted, schema, home, at)
        if wrong:
            return wrong
    return None


def check_ref(value, wanted, _schema, home, at):
    return fault(value, *find(wanted, home), at)


def check_type(value, wanted, _schema, _home, at):
    kinds = wanted if isinstance(wanted, list) else [wanted]
    return None if any(is_kind(value, kind) for kind in kinds) else f"{at}: {value!r} is no {' or '.join(kinds)}"


def check_properties(value, wanted, _schema, home, at):
    if not isinstance(value, dict):
        return None
    return next((wrong for key in wanted if key in value and (wrong := fault(value[key], wanted[key], home, f"{at}.{key}"))), None)


def check_required(value, wanted, _schema, _home, at):
    missing = [key for key in wanted if key not in value] if isinstance(value, dict) else []
    return f"{at}: no {missing[0]}" if missing else None


def check_more(value, wanted, schema, home, at):
    more = [key for key in value if key not in schema.get("properties", {})] if isinstance(value, dict) else []
    if wanted is False:
        return f"{at}: {more[0]} is not in the schema" if more else None
    return next((wrong for key in more if (wrong := fault(value[key], wanted, home, f"{at}.{key}"))), None)


def check_items(value, wanted, _schema, home, at):
    return next((wrong for i, item in enumerate(value if isinstance(value, list) else []) if (wrong := fault(item, wanted, home, f"{at}[{i}]"))), None)


def check_any(value, wanted, _schema, home, at):
    wrong = [fault(value, schema, home, at) for schema in wanted]
    return None if None in wrong else f"{at}: fits none of {len(wrong)}: " + "; ".join(wrong)


def check_one(value, wanted, _schema, home, at):
    wrong = [fault(value, schema, home, at) for schema in wanted]
    return None if wrong.count(None) == 1 else f"{at}: fits {wrong.count(None)} of {len(wrong)}: {wrong}"


def simple(test):
    return lambda value, wanted, _schema, _home, at: None if test(value, wanted) else f"{at}: {value!r} should be {wanted!r}"


CHECKS = {
    "$ref": check_ref, "type": check_type, "properties": check_properties, "required": check_required, "additionalProperties": check_more,
    "items": check_items, "anyOf": check_any, "oneOf": check_one,
    "const": simple(lambda value, wanted: type(value) is type(wanted) and value == wanted),
    "enum": simple(lambda value, wanted: value in wanted),
    "pattern": simple(lambda value, wanted: not isinstance(value, str) or re.search(wanted, value)),
    "minimum": simple(lambda value, wanted: not is_kind(value, "integer") or value >= wanted),
    "maximum": simple(lambda value, wanted: not is_kind(value, "integer") or value <= wanted),
    "minLength": simple(lambda value, wanted: not isinstance(value, str) or len(value) >= wanted),
    "maxLength": simple(lambda value, wanted: not isinstance(value, str) or len(value) <= wanted),
    "minItems": simple(lambda value, wanted: not isinstance(value, list) or len(value) >= wanted),
    "maxItems": simple(lambda value, wanted: not isinstance(value, list) or len(value) <= wanted),
}


def must_fit(value, ref):
    """`ref` as "messages.json#/$defs/server"."""
    schema, home = find(ref, "")
    wrong = fault(value, schema, home)
    assert wrong is None, f"{ref}: {wrong}"


def reply_schema(method, path, status):
    """The reference to what the interface says of such an answer."""
    for template, operations in document("openapi.json")["paths"].items():
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method.lower() in operations:
            responses = operations[method.lower()]["responses"]
            assert str(status) in responses, f"{method} {path}: status {status} is not in openapi.json"
            response = responses[str(status)]
            if "$ref" in response:
                response, _ = find(response["$ref"], "openapi.json")
            (content,) = response["content"].values()
            return "openapi.json" + content["schema"]["$ref"]
    raise AssertionError(f"{method} {path} is not in openapi.json")
