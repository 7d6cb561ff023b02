"""The rules: plain functions over the game record `g`, the edition's tables `t`, chance `c` and the event buffer `e`.

One file a topic of the rulebook. Nothing here knows an edition by name, raises, prints or keeps anything of its own:
`engine/` compiles these very functions for the CPU and the GPU.
"""
