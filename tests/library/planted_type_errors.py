"""Mistakes that a type checker finds. `make lint` reads this file: an error that is not found is an unused `ignore`.

It is never run.
"""

from __future__ import annotations

import freehold
from freehold import envs
from freehold.envs import gymnasium_env, pettingzoo_env

game = freehold.Game.new("classic", 2)
game.apply({"typ": "roll"})  # type: ignore[arg-type]
game.apply({"type": "rol"})  # type: ignore[misc, arg-type]
game.apply({"type": "build"})  # type: ignore[misc, arg-type]
game.apply({"type": "build", "square": "6"})  # type: ignore[misc, arg-type]
game.apply({"type": "bid", "amount": 10, "price": 3})  # type: ignore[arg-type]
game.apply({"type": "roll"}, chance=[1.5])  # type: ignore[list-item]
print(freehold.evaluate(game)["chance"])  # type: ignore[typeddict-item]
print(freehold.advise(game)[0]["win"])  # type: ignore[typeddict-item]
print(freehold.review(game)["turning_points"][0]["better"]["action"])  # type: ignore[index]
print(freehold.simulate("classic").summary()["seats"][0]["share"])  # type: ignore[typeddict-item]
freehold.Game.new("classic", options={"house": 1.5})  # type: ignore[dict-item]
envs.PolicyBot(lambda seen, allowed: 0, trade="none")  # type: ignore[call-arg]
game.reseed(3)  # type: ignore[attr-defined]
freehold.simulte("classic")  # type: ignore[attr-defined]
freehold.envs.VecEnw()  # type: ignore[attr-defined]
envs.vec_env()  # type: ignore[attr-defined]
freehold.sentences.phrase("buy")  # type: ignore[attr-defined]
freehold.Game.of("classic", 3)  # type: ignore[arg-type]
gymnasium_env.FreeholdEnv(opponent="baron")  # type: ignore[call-arg]
gymnasium_env.FreeholdVectorEnv(4, turns="400")  # type: ignore[arg-type]
pettingzoo_env.env(autoreset=True)  # type: ignore[call-arg]
