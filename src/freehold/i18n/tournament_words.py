"""The texts of `freehold tournament` in both languages; `command_words.py` has the others."""

from __future__ import annotations

TOURNAMENT_WORDS: dict[str, tuple[str, str]] = {
    # Wrong usage
    "bad-number": (
        'The option {name} is a whole number from {low} to {high}, not "{given}".',
        "L'option {name} est un nombre entier de {low} à {high}, pas « {given} ».",
    ),
    "no-bots": (
        "Name the bots with commas, such as --bots baron,trader,novice,random, or one for all seats.",
        "Nommez les bots avec des virgules, par exemple --bots baron,trader,novice,random, "
        "ou un seul pour toutes les places.",
    ),
    "two-formats": (
        "--ladder and --round-robin are two different tournaments; choose one.",
        "--ladder et --round-robin sont deux tournois différents ; choisissez-en un.",
    ),
    "wrong-bots": (
        "A table of {players} needs {players} bots, or one for all seats, not {given}.",
        "Une table de {players} demande {players} bots, ou un seul pour toutes les places, pas {given}.",
    ),
    "too-few-bots": (
        "{option} needs two bots or more.",
        "{option} demande au moins deux bots.",
    ),
    "same-bot": (
        "The bot {bot} is named twice; {option} takes each of them once.",
        "Le bot {bot} est nommé deux fois ; {option} prend chacun une seule fois.",
    ),
    # What was played
    "tournament-title-table": ("Tournament at one table", "Tournoi à une table"),
    "tournament-title-round-robin": (
        "Round robin: each bot against a table of each other",
        "Toutes rondes : chaque bot contre une table de chaque autre",
    ),
    "tournament-title-ladder": (
        "The ladder: each bot against a table of the one below",
        "L'échelle : chaque bot contre une table de celui d'en dessous",
    ),
    "tournament-editions": (
        "{editions}; variant {variant}, {players} players.",
        "{editions} ; variante {variant}, {players} joueurs.",
    ),
    "tournament-options": ("Options: {options}.", "Options : {options}."),
    "tournament-games": (
        "{games} games, {each} of each line-up in each edition; every line-up has every seating and the same dice: "
        "seed {seed}, game numbers 0 to {last}.",
        "{games} parties, {each} par tablée et par édition ; chaque tablée joue dans toutes les places avec les mêmes "
        "dés : graine {seed}, parties numéro 0 à {last}.",
    ),
    "tournament-games-one": (
        "{games} games, the same dice in every seating: seed {seed}, game numbers 0 to {last}.",
        "{games} parties, les mêmes dés dans toutes les places : graine {seed}, parties numéro 0 à {last}.",
    ),
    "tournament-rounded": (
        "{asked} games were asked for; {each} give every bot every seat equally often.",
        "{asked} parties étaient demandées ; {each} donnent à chaque bot chaque place aussi souvent.",
    ),
    "tournament-stopped": (
        "Stopped early: {games} of {all} games were played, evenly over the seats.",
        "Arrêté avant la fin : {games} parties jouées sur {all}, réparties également sur les places.",
    ),
    "tournament-none": ("Stopped before a game was done.", "Arrêté avant la fin d'une première partie."),
    "arena-prepare": ("Preparing the rules…", "Préparation des règles…"),
    "arena-compiling": (
        "Compiling the rules for this machine, once: about half a minute…",
        "Compilation des règles pour cette machine, une seule fois : environ une demi-minute…",
    ),
    "arena-compiled": (
        "The rules are compiled, in {seconds} seconds.",
        "Les règles sont compilées, en {seconds} secondes.",
    ),
    "arena-progress": (
        "{done} of {all} games, {rate} a second, {left} left",
        "{done} parties sur {all}, {rate} par seconde, encore {left}",
    ),
    # What came of it
    "t-bot": ("bot", "bot"),
    "t-wins": ("wins", "victoires"),
    "t-seats": ("seats", "places"),
    "t-rate": ("wins per seat", "victoires par place"),
    "t-elo": ("Elo", "Elo"),
    "t-interval": ("95%", "95\u00a0%"),
    "t-even": (
        "{even} is even: an equal share of the games that one player won. Intervals are 95%: Wilson's for wins, the "
        "information of the fit for Elo, whose mean is 1500.",
        "{even} : à égalité, part égale des parties gagnées par un seul joueur. Intervalles à 95\u00a0% : de Wilson "
        "pour les victoires, de l'ajustement pour l'Elo, de moyenne 1500.",
    ),
    "t-cross": (
        "One (row) against {others} (column): wins of the one",
        "Un seul (ligne) contre {others} (colonne) : ses victoires",
    ),
    "t-against": ("{bot} against {others} {other}", "{bot} contre {others} {other}"),
    "t-by-edition": ("By edition: wins per seat, and Elo", "Par édition : victoires par place, et Elo"),
    "t-unfinished": ("unfinished", "inachevées"),
    "t-length": (
        "Half of the games were over after {rounds} rounds. Unfinished after {limit}, and won by nobody: {unfinished} "
        "({share}).",
        "La moitié des parties étaient finies après {rounds} tours de table. Inachevées après {limit}, donc gagnées "
        "par personne : {unfinished} ({share}).",
    ),
    "t-endless": (
        "Unfinished after {limit} rounds, given up and won by nobody: {unfinished} ({share}).",
        "Inachevées après {limit} tours de table, abandonnées et gagnées par personne : {unfinished} ({share}).",
    ),
    "t-shared": (
        "Shared victories, which count for nobody: {shared}.",
        "Victoires partagées, qui ne comptent pour personne : {shared}.",
    ),
    "t-per-game": (
        "A game has {trades} trades of {offers} offers, {auctions} auctions and {shortages} shortages of buildings.",
        "Une partie compte {trades} échanges pour {offers} offres, {auctions} enchères et {shortages} pénuries "
        "de bâtiments.",
    ),
    "t-order": (
        "Wins of who throws first, second and so on: {shares}.",
        "Victoires de qui lance en premier, en deuxième, etc. : {shares}.",
    ),
    "t-again": ("The command that plays it again", "La commande qui le rejoue"),
    "t-rating": ("Elo, with its interval", "Elo, avec son intervalle"),
    "t-share": ("Wins per seat, with their interval", "Victoires par place, avec leur intervalle"),
    "t-alone": ("One against the rest, with its interval", "Seul contre les autres, avec l'intervalle"),
    "t-futures": ("Futures of a tycoon's decision: {futures}.", "Avenirs par décision d'un tycoon : {futures}."),
}
