"""Drives every tool of `chunk mcp` with the official client; see tests/mcp/run.

The client checks every answer against the output schema of its tool, refusals too.
"""

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from mcp import Client, StdioServerParameters

PROGRAM = sys.argv[1]
SHOP = "LIMIT = 10\n\n\nclass Basket:\n    def total(self):\n        return 0\n"


def replace(marker, payload):
    """A patch that puts one line in the place of another."""
    return (
        "operations:\n  - path: src/shop.py\n    op: replace_text\n"
        f"    marker: {marker}\n    payload: {payload}\n"
    )


class Host:
    """A connection that remembers which tools were called."""

    def __init__(self, client):
        self.client = client
        self.called = set()

    async def answer(self, tool, refused, **arguments):
        self.called.add(tool)
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        content = result.structured_content
        assert content["text"] == text, (tool, text)
        assert bool(result.is_error) == refused, (tool, arguments, text)
        return text, content

    async def done(self, tool, **arguments):
        return await self.answer(tool, False, **arguments)

    async def refused(self, tool, **arguments):
        text, content = await self.answer(tool, True, **arguments)
        assert text.startswith("error["), text
        return content["errors"][0]["code"], content


async def drive(mode, work, state):
    """Calls every tool in one generation of the protocol."""
    shop = work / "src" / "shop.py"
    shop.parent.mkdir()
    shop.write_text(SHOP)
    server = StdioServerParameters(
        command=PROGRAM,
        args=["mcp", "--root", str(work)],
        env={**os.environ, "XDG_STATE_HOME": str(state)},
    )
    async with Client(server, mode=mode) as client:
        print(f"{mode}: protocol {client.protocol_version}")
        host = Host(client)
        tools = (await client.list_tools()).tools
        size = len(json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in tools], separators=(",", ":")))
        print(f"{mode}: {len(tools)} tools in {size} characters, about {size // 4} tokens")
        assert len(tools) <= 9 and size < 4 * 2500

        _, read = await host.done("read_file", path="src/shop.py")
        await host.done("read_file", path="src/shop.py", symbols=["Basket.total"])
        await host.done("read_file", path="src/shop.py", outline=True)
        _, absent = await host.done("read_file", path="none.py")
        assert absent["exists"] is False

        patch = replace("LIMIT = 10", "LIMIT = 20")
        await host.done("check_patch", patch=patch)
        assert shop.read_text() == SHOP
        await host.done("apply_patch", patch=patch, expect={"src/shop.py": read["hash"]})
        assert shop.read_text() == SHOP.replace("10", "20")
        code, _ = await host.refused("apply_patch", patch=replace("return 0", "return 1"), expect={"src/shop.py": read["hash"]})
        assert code == "changed-meanwhile", code
        code, content = await host.refused("apply_patch", patch=replace("LIMT = 20", "LIMIT = 21"))
        assert code == "marker-not-found", code
        await host.done("apply_patch", patch=content["repaired_patch"])
        assert "LIMIT = 21" in shop.read_text()

        await host.done("write_file", path="docs/new.md", content="# New\n")
        await host.done("rename_file", **{"from": "docs/new.md", "to": "docs/a/b.md"})
        _, listed = await host.done("list_files", glob="**/*.md")
        assert listed["entries"] == ["docs/a/b.md"], listed
        await host.done("remove_file", path="docs/a/b.md")
        await host.done("undo")
        assert (work / "docs/a/b.md").read_text() == "# New\n"
        await host.done("undo", list=True)
        text, _ = await host.done("search_text", pattern="LIMIT = \\d+")
        assert text == "src/shop.py:1:LIMIT = 21\n", text
        code, _ = await host.refused("read_file", path="../outside")
        assert code == "path-refused", code

        both = await asyncio.gather(
            host.done("apply_patch", patch=replace("LIMIT = 21", "LIMIT = 30")),
            host.done("search_text", pattern="class"),
        )
        assert len(both) == 2
        missing = {tool.name for tool in tools} - host.called
        assert not missing, f"not called: {missing}"

        guides = (await client.list_resources()).resources
        for guide in guides:
            assert (await client.read_resource(str(guide.uri))).contents[0].text
        prompt = (await client.list_prompts()).prompts[0]
        assert (await client.get_prompt(prompt.name)).messages[0].content.text
        print(f"{mode}: every tool, {len(guides)} guides and the prompt answer")


def main():
    for mode in ["legacy", "auto", "2026-07-28"]:
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder, "work")
            work.mkdir()
            asyncio.run(drive(mode, work, Path(folder, "state")))


main()
