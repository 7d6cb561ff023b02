"""The texts of the `freehold` command: one table with an English and a French text per row.

Sentences about the game (events, actions, reasons, phases) come from `freehold.sentences`, clauses from the rulebook.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from freehold.i18n.simulation_words import SIMULATE_WORDS
from freehold.i18n.tournament_words import TOURNAMENT_WORDS

LANGUAGES = ("en", "fr")
NO_BREAK = "\u00a0"

# French texts have plain spaces; `word` inserts no-break spaces before : ; ? ! » and after «.
WORDS: dict[str, tuple[str, str]] = {
    # Wrong usage, one sentence each
    "unknown-language": (
        'There is no language "{given}"; choose en or fr.',
        "Il n'y a pas de langue « {given} » ; choisissez en ou fr.",
    ),
    "unknown-edition": (
        'There is no edition "{given}"; choose from {known}, or name an edition file.',
        "Il n'y a pas d'édition « {given} » ; choisissez parmi {known}, ou nommez un fichier d'édition.",
    ),
    "no-edition-file": ("There is no edition file {file}.", "Il n'y a pas de fichier d'édition {file}."),
    "broken-edition": (
        "{file} is not a playable edition: `freehold editions check {file}` says what to mend ({count} in all).",
        "{file} n'est pas une édition jouable : `freehold editions check {file}` dit quoi corriger ({count} en tout).",
    ),
    "unknown-book": (
        'The rulebook knows no edition "{given}"; choose from {known}.',
        "Le livre des règles ne connaît pas l'édition « {given} » ; choisissez parmi {known}.",
    ),
    "unknown-rule": (
        'The rulebook has no topic, clause or reading "{given}"; {hint}',
        "Le livre des règles n'a ni sujet, ni article, ni lecture « {given} » ; {hint}",
    ),
    "rule-hint": ("did you mean {near}?", "vouliez-vous dire {near} ?"),
    "rule-no-hint": ("`freehold rules` lists the topics.", "`freehold rules` donne la liste des sujets."),
    "unknown-variant": (
        'The edition {edition} has no variant "{given}"; choose from {known}.',
        "L'édition {edition} n'a pas de variante « {given} » ; choisissez parmi {known}.",
    ),
    "wrong-players": (
        "The edition {edition} is for {low} to {high} players, not {given}.",
        "L'édition {edition} se joue de {low} à {high}, pas à {given}.",
    ),
    "empty-name": (
        "Every player needs a name: write --players Ann,Bob,Cleo, or just their number.",
        "Chaque joueur doit avoir un nom : écrivez --players Anne,Bob,Chloé, ou seulement leur nombre.",
    ),
    "same-name": ("Two players are called {name}.", "Deux joueurs s'appellent {name}."),
    "bad-option": (
        'An option is written name=value, not "{given}".',
        "Une option s'écrit nom=valeur, pas « {given} ».",
    ),
    "unknown-option": (
        'There is no option "{given}"; choose from {known}.',
        "Il n'y a pas d'option « {given} » ; choisissez parmi {known}.",
    ),
    "fixed-option": (
        "The option {given} belongs to the edition; an edition file of your own may change it.",
        "L'option {given} tient à l'édition ; un fichier d'édition à vous peut la changer.",
    ),
    "bad-option-value": (
        'The option {name} is {known}, not "{given}".',
        "L'option {name} vaut {known}, pas « {given} ».",
    ),
    "or": (" or ", " ou "),
    "bad-time-limit": (
        'The option time_limit is a whole number of turns from 1 to 1000000, not "{given}".',
        "L'option time_limit est un nombre entier de tours de 1 à 1000000, pas « {given} ».",
    ),
    "time-limit-not-timed": (
        "The option time_limit goes with --variant timed.",
        "L'option time_limit va avec --variant timed.",
    ),
    "wrong-chairs": (
        "For {players} players the number of bots is {chairs}, not {given}: give one name for all, or one for each.",
        "À {players}, le nombre de bots est {chairs}, pas {given} : donnez un nom pour tous, ou un nom chacun.",
    ),
    "unknown-token": (
        "{given} is not a token of this edition; choose from {known}.",
        "{given} n'est pas un pion de cette édition ; choisissez parmi {known}.",
    ),
    "bad-seed": (
        'A seed is a whole number from 0 to 18446744073709551615, not "{given}".',
        "Une graine est un nombre entier de 0 à 18446744073709551615, pas « {given} ».",
    ),
    "no-save": ("There is no saved game {file}.", "Il n'y a pas de partie enregistrée {file}."),
    "bad-save": (
        "{file} is not a saved game that can be continued: {why}",
        "{file} n'est pas une partie enregistrée qui puisse continuer : {why}",
    ),
    "not-json": ("it is not JSON.", "ce n'est pas du JSON."),
    "not-position": ("it holds no position.", "il ne contient pas de position."),
    "bad-bots": (
        "its bots are not a list of names, one for each player but the first, who has null.",
        "ses bots ne sont pas une liste de noms, un par joueur sauf la première place, qui a null.",
    ),
    "save-has-all": (
        "A loaded game brings its own {option}; leave {option} out.",
        "Une partie chargée a déjà {option} ; n'écrivez pas {option}.",
    ),
    "bad-position": ("its position cannot be: {faults}.", "sa position est impossible : {faults}."),
    "bad-table": (
        "its edition, variant or options do not fit.",
        "son édition, sa variante ou ses options ne conviennent pas.",
    ),
    "not-allowed": ("permission is missing", "l'autorisation manque"),
    "is-folder": ("it is a folder", "c'est un dossier"),
    "no-folder": ("there is no such folder", "ce dossier n'existe pas"),
    "is-there": ("there is a file of that name already", "un fichier de ce nom existe déjà"),
    "port-taken": ("another program has that port", "un autre programme a pris ce port"),
    "no-address": ("this machine has no such address", "cette machine n'a pas cette adresse"),
    "unreadable": ("its content cannot be read", "son contenu ne se lit pas"),
    "other-trouble": ("the system refuses (error {number})", "le système refuse (erreur {number})"),
    "cannot-read": ("{file} cannot be read: {why}.", "{file} ne peut pas être lu : {why}."),
    "cannot-write": ("{file} cannot be written: {why}.", "{file} ne peut pas être écrit : {why}."),
    "file-exists": (
        "{file} is there already; choose another name.",
        "{file} existe déjà ; choisissez un autre nom.",
    ),
    "refused-setup": ("This game cannot begin: {why}", "Cette partie ne peut pas commencer : {why}"),
    # Editions and rules
    "edition": ("edition", "édition"),
    "name": ("name", "nom"),
    "year": ("year", "année"),
    "players": ("players", "joueurs"),
    "variants": ("variants", "variantes"),
    "currency": ("money", "monnaie"),
    "start-money": ("starting money", "argent de départ"),
    "buildings": ("buildings", "bâtiments"),
    "decks": ("decks", "paquets"),
    "tokens": ("tokens", "pions"),
    "rules-set": ("rules of its own", "règles propres"),
    "square": ("square", "case"),
    "price": ("price", "prix"),
    "rents": ("rents", "loyers"),
    "house-cost": ("building", "bâtiment"),
    "times-dice": ("{factors} × dice", "{factors} × dés"),
    "edition-sound": ("{file} can be played.", "{file} peut être joué."),
    "edition-faults": ("{file} has {count} to mend:", "{file} : {count} à corriger :"),
    "one-fault": ("one fault", "une faute"),
    "many-faults": ("{count} faults", "{count} fautes"),
    "edition-written": (
        "{file} is written: a whole edition to change as you like.",
        "{file} est écrit : une édition entière, à changer comme il vous plaît.",
    ),
    "edition-next": (
        "freehold editions check {file} lists what is wrong; freehold play --edition {file} plays it"
        " (docs/your-own-edition.md).",
        "freehold editions check {file} dit ce qui ne va pas ; freehold play --edition {file} la joue"
        " (docs/votre-edition.md).",
    ),
    "topic": ("topic", "sujet"),
    "title": ("title", "titre"),
    "clauses": ("clauses", "articles"),
    "cardboard": ("cardboard", "carton"),
    "cardboard-legend": (
        "[cardboard]: a rule about the things on a table, which a screen does not need.",
        "[carton] : une règle sur les objets de la table, dont un écran n'a pas besoin.",
    ),
    "rules-hint": (
        "freehold rules TOPIC shows its clauses, freehold rules CLAUSE explains one; --search WORDS finds them.",
        "freehold rules SUJET montre ses articles, freehold rules ARTICLE en explique un ; --search MOTS les trouve.",
    ),
    "search-or-topic": (
        "Give a topic or --search, not both.",
        "Donnez un sujet ou --search, pas les deux.",
    ),
    "nothing-found": (
        'No clause and no reading has all these words: "{words}".',
        "Aucun article ni aucune lecture n'a tous ces mots : « {words} ».",
    ),
    "reading-concerns": (
        "Editions: {editions}. Clauses: {clauses}.",
        "Éditions : {editions}. Articles : {clauses}.",
    ),
    "no-clauses": (
        "{edition} says nothing about this.",
        "{edition} n'en dit rien.",
    ),
}
# The words of a game at the terminal.
WORDS |= {
    "ask-language": ("Language / Langue", "Language / Langue"),
    "ask-edition": ("Which edition?", "Quelle édition ?"),
    "ask-players": ("How many players? ({low} to {high})", "Combien de joueurs ? (de {low} à {high})"),
    "ask-name": ("Your name?", "Votre nom ?"),
    "not-in-menu": ("Please type a number from 1 to {count}.", "Tapez un nombre de 1 à {count}, s'il vous plaît."),
    "not-between": (
        "Please type a number from {low} to {high}.",
        "Tapez un nombre de {low} à {high}, s'il vous plaît.",
    ),
    "person": ("Player 1", "Joueur 1"),
    "welcome": (
        "{edition}, variant {variant}, seed {seed}.",
        "{edition}, variante {variant}, graine {seed}.",
    ),
    "welcome-back": ("{edition}, continued from {file}.", "{edition}, reprise de {file}."),
    "you-are": ("You are {person}. You play against:", "Vous jouez {person}, contre :"),
    "ask-level": ("Against whom?", "Contre qui ?"),
    "a-mix": ("A mix", "Un mélange"),
    "mix-of": ("{bots} in turn.", "{bots}, à tour de rôle."),
    "says": ('{name}: "{phrase}"', "{name} : « {phrase} »"),
    "compiling": (
        "The tycoon's search is being compiled, once on this machine: about a minute.",
        "La recherche du magnat se compile, une seule fois sur cette machine : environ une minute.",
    ),
    "time-limit": ("The game ends after {turns} turns.", "La partie s'arrête après {turns} tours."),
    "press-help": (
        "Type a number to act, Enter for the action marked ▸, ? for help.",
        "Tapez un nombre pour agir, Entrée pour l'action marquée ▸, ? pour l'aide.",
    ),
    "variant-classic": ("classic", "classique"),
    "variant-short": ("short", "courte"),
    "variant-timed": ("timed", "minutée"),
    "and": (" and ", " et "),
    "jailed": ("in jail", "en prison"),
    "bankrupt": ("bankrupt", "en faillite"),
    "player": ("player", "joueur"),
    "token": ("token", "pion"),
    "cash": ("cash", "argent"),
    "where": ("where", "où"),
    "deeds": ("deeds", "titres"),
    "in-hand": ("{cash} in hand", "{cash} en main"),
    "legend": (
        "{small} {small_name} · {large} {large_name} · M mortgaged · ◂ tokens, (in jail)",
        "{small} {small_name} · {large} {large_name} · H hypothèque · ◂ pions, (en prison)",
    ),
    "legend-force": ("{light} light symbol · {dark} dark symbol", "{light} symbole clair · {dark} symbole obscur"),
    "mortgage-mark": ("M", "H"),
    "bank-left": ("In the bank: {small}, {large}.", "À la banque : {small}, {large}."),
    "no-deeds": ("no deeds", "aucun titre"),
    "mortgage-value": ("mortgage", "hypothèque"),
    "jail-card": ("get-out-of-jail card ({deck})", "carte de sortie de prison ({deck})"),
    "not-understood": (
        "That is not among the choices; ? shows help.",
        "Ce choix n'existe pas ; ? affiche l'aide.",
    ),
    "help": (
        "a number  take that action; a bid may name its amount at once: 1 60\n"
        "Enter     take the action marked ▸\n"
        "b         the board\n"
        "d         the deeds of all players\n"
        "w         why: the rule behind the last event (w CLAUSE: any other)\n"
        "o         make somebody an offer\n"
        "s FILE    save the game (go on later with --load FILE)\n"
        "q         leave the game\n"
        "?         this help",
        "un nombre  faire cette action ; une enchère peut dire sa somme : 1 60\n"
        "Entrée     faire l'action marquée ▸\n"
        "b          le plateau\n"
        "d          les titres de tous les joueurs\n"
        "w          pourquoi : la règle du dernier événement (w ARTICLE : un autre)\n"
        "o          faire une offre à quelqu'un\n"
        "s FICHIER  enregistrer la partie (la reprendre avec --load FICHIER)\n"
        "q          quitter la partie\n"
        "?          cette aide",
    ),
    "which": ("Which? (Enter: ▸, 0: back)", "Votre choix ? (Entrée : ▸, 0 : retour)"),
    "ask-place": ("Where would it stand? (Enter: 1)", "Où serait-il posé ? (Entrée : 1)"),
    "group-build": ("Build…", "Construire…"),
    "group-sell": ("Sell a building…", "Revendre un bâtiment…"),
    "group-sell_group": ("Sell all buildings of a group…", "Revendre tous les bâtiments d'un groupe…"),
    "group-mortgage": ("Mortgage a deed…", "Hypothéquer un titre…"),
    "group-redeem": ("Redeem a mortgage…", "Lever une hypothèque…"),
    "group-claim": ("Claim rent…", "Réclamer un loyer…"),
    "group-attack": ("Attack a property…", "Attaquer une propriété…"),
    "group-go_to": ("Go to a square of your choice…", "Aller sur la case de votre choix…"),
    "group-place_force": ("Put the symbol on another property…", "Poser le symbole sur une autre propriété…"),
    "group-keep_mortgage": ("Keep a mortgage…", "Garder une hypothèque…"),
    "bid": ("Bid (from {low} to {high})", "Enchérir (de {low} à {high})"),
    "ask-bid": ("How much? ({low} to {high}, Enter: {low})", "Combien ? (de {low} à {high}, Entrée : {low})"),
    "settle": ("Offer deeds in part payment…", "Proposer des titres en paiement partiel…"),
    "no-event": (
        "Nothing has happened yet; w CLAUSE explains any clause.",
        "Il ne s'est encore rien passé ; w ARTICLE explique un article.",
    ),
    "unknown-clause": ("The rulebook has no clause {given}.", "Le livre des règles n'a pas d'article {given}."),
    "did-you-mean": ("Did you mean {near}?", "Vouliez-vous dire {near} ?"),
    "claim-now": ("You may claim rent now.", "Vous pouvez réclamer un loyer."),
    "let-be": ("Let it be", "N'en rien faire"),
    "no-offers-now": ("No offer can be made just now.", "Aucune offre n'est possible en ce moment."),
    "offer-to": ("An offer to whom? (Enter: back)", "Une offre à qui ? (Entrée : retour)"),
    "you-give": ("You give", "Vous donnez"),
    "you-ask": ("You ask of {name}", "Vous demandez à {name}"),
    "ask-cash": ("Cash, up to {most} (Enter: none)", "Argent, jusqu'à {most} (Entrée : rien)"),
    "ask-cash-all": ("Cash, up to {most} (Enter: all of it)", "Argent, jusqu'à {most} (Entrée : tout)"),
    "ask-things": (
        "Which of these? Numbers, with spaces (Enter: none)",
        "Lesquels ? Des nombres, séparés d'espaces (Entrée : aucun)",
    ),
    "ask-things-all": (
        "Which of these? Numbers, with spaces (Enter: all)",
        "Lesquels ? Des nombres, séparés d'espaces (Entrée : tous)",
    ),
    "nothing": ("nothing", "rien"),
    "offer-summary": (
        "To {name}. You give: {give}. You ask: {ask}.",
        "À {name}. Vous donnez : {give}. Vous demandez : {ask}.",
    ),
    "send-offer": ("Make this offer? (Enter: yes, n: no)", "Faire cette offre ? (Entrée : oui, n : non)"),
    "offer-dropped": ("No offer was made.", "Aucune offre n'a été faite."),
    "no": ("n", "n"),
    "yes": ("y", "o"),
    "ask-file": ("File name? (Enter: back)", "Nom du fichier ? (Entrée : retour)"),
    "overwrite": (
        "{file} is there already. Write over it? (y: yes, Enter: no)",
        "{file} existe déjà. L'écraser ? (o : oui, Entrée : non)",
    ),
    "saved": (
        "Saved. Go on later with: freehold play --load {file}",
        "Partie enregistrée. Pour la reprendre : freehold play --load {file}",
    ),
    "ask-quit": (
        "Save first? (a file name: save and leave; Enter: leave without; n: stay)",
        "Enregistrer d'abord ? (un nom de fichier : enregistrer et quitter ; Entrée : quitter sans ; n : rester)",
    ),
    "goodbye": ("Goodbye.", "Au revoir."),
    "left-unsaved": (
        "The game is left, and not saved. Goodbye.",
        "La partie est quittée, sans être enregistrée. Au revoir.",
    ),
    "you-are-out": ("You are out of the game.", "Vous êtes hors du jeu."),
    "ask-watch": (
        "Watch the others go on? (Enter: yes, n: no)",
        "Regarder les autres continuer ? (Entrée : oui, n : non)",
    ),
    "standings": ("Standings", "Classement"),
    "worth": ("worth", "fortune"),
    "debt": ("You owe {amount} to {creditor}.", "Vous devez {amount} à {creditor}."),
    "the-bank": ("the bank", "la banque"),
    "under-hammer": ("Under the hammer: {lot}.", "Mis aux enchères : {lot}."),
    "leads": ("{name} leads with {amount}.", "{name} mène avec {amount}."),
    "offer-lies": ("{name} gives: {give}. {name} asks: {ask}.", "{name} donne : {give}. {name} demande : {ask}."),
}
# The words of a game in the browser.
WORDS |= {
    "no-client": (
        "The browser client is not built here: run `make play` in the sources, or install a wheel;"
        " or play in the terminal with --terminal.",
        "Le client pour navigateur n'est pas construit ici : lancez `make play` dans les sources, ou installez"
        " un wheel ; ou jouez dans le terminal avec --terminal.",
    ),
    "playing-at": (
        "Freehold is at {address}; your games are in {folder}. Ctrl+C stops it.",
        "Freehold est à l'adresse {address} ; vos parties sont dans {folder}. Ctrl+C l'arrête.",
    ),
    "window-opens": (
        "Your table is ready in the browser. If no window opens, go to {link}",
        "Votre table est prête dans le navigateur. Si aucune fenêtre ne s'ouvre, allez à {link}",
    ),
    "open-yourself": (
        "Your table is ready. No browser could be opened: go to {link}",
        "Votre table est prête. Aucun navigateur n'a pu être ouvert : allez à {link}",
    ),
    "no-table": ("The table could not be set: {why}", "La table n'a pas pu être mise : {why}"),
    "only-browser": (
        "{option} goes with a game in the browser; leave it out, or leave {other} out.",
        "{option} va avec une partie dans le navigateur ; retirez-la, ou retirez {other}.",
    ),
}
# The words of the ladder.
WORDS |= {
    "bot": ("bot", "bot"),
    "how-it-plays": ("how it plays", "sa façon de jouer"),
    "trained": ("The weights and their card are in {folder}.", "Les poids et leur fiche sont dans {folder}."),
    "bots-hint": (
        "freehold play --bots baron sits it in every chair, --bots novice,trader,baron one in each.",
        "freehold play --bots baron l'assied à toutes les places, --bots novice,trader,baron un à chacune.",
    ),
    "own-bot-hint": (
        "Your own is a Python class with decide(self, view, legal): freehold play --bot my_bot.py:MyBot"
        " (docs/your-own-bot.md).",
        "Le vôtre est une classe Python avec decide(self, view, legal) : freehold play --bot mon_bot.py:MonBot"
        " (docs/votre-bot.md).",
    ),
}
# The words of the odds.
WORDS |= {
    "no-double-option": (
        "A double has no option in the edition {edition}; leave --doubles out.",
        "Un double n'a pas d'option dans l'édition {edition} ; n'écrivez pas --doubles.",
    ),
    "odds-title": (
        "{edition}, variant {variant}: where a throw ends",
        "{edition}, variante {variant} : où mène un lancer",
    ),
    "odds-exact": (
        "Exact odds, nothing is simulated: of all throws, the share that leaves the token there, cards included.",
        "Sans simulation, exactement : la part des lancers qui laissent le pion sur la case, cartes comprises.",
    ),
    "odds-leave": (
        "Jail is left at once: the fine is paid before the first throw.",
        "On quitte la prison aussitôt : l'amende est payée avant le premier lancer.",
    ),
    "odds-stay": (
        "In jail, a double is tried for as long as the rules allow.",
        "En prison, on tente un double aussi longtemps que les règles le permettent.",
    ),
    "odds-option": (
        "A double takes its option instead of another throw; a double 1 goes to {square}.",
        "Un double prend son option au lieu d'une relance ; le double 1 mène à la case {square}.",
    ),
    "odds-again": (
        "A double gives another throw, its option left aside (--doubles option takes it).",
        "Un double fait relancer, sans prendre son option (--doubles option la prend).",
    ),
    "odds-pay": (
        "A card that offers to pay or to draw another is answered by paying (--choice draw: by drawing).",
        "À une carte qui propose de payer ou d'en tirer une autre, on répond en payant (--choice draw : en tirant).",
    ),
    "odds-cards": (
        "Every card of a deck is as likely as another each time, get-out-of-jail cards included.",
        "Chaque carte d'un paquet est à chaque fois aussi probable qu'une autre, sorties de prison comprises.",
    ),
    "odds-draw": (
        "A card that offers to pay or to draw another is answered by drawing.",
        "À une carte qui propose de payer ou d'en tirer une autre, on répond en tirant.",
    ),
    "odds-written": ("{file} is written; open it in a browser.", "{file} est écrit ; ouvrez-le dans un navigateur."),
    "group": ("group", "groupe"),
    "rank": ("rank", "rang"),
    "of-throws": ("% of throws", "% des lancers"),
    "stations": ("stations", "gares"),
    "utilities": ("utilities", "services"),
}
WORDS |= TOURNAMENT_WORDS | SIMULATE_WORDS

_TIGHT = re.compile(r" (?=[:;?!»])|(?<=«) ")


def word(key: str, lang: str, **parts: object) -> str:
    """A text of the table in one language, with its placeholders filled."""
    text = WORDS[key][LANGUAGES.index(lang)]
    if lang == "fr":
        text = typeset(text)
    return text.format(**parts) if parts else text


def typeset(french: str) -> str:
    """No-break spaces before : ; ? ! » and after «."""
    return _TIGHT.sub(NO_BREAK, french)


def listed(things: list[str], lang: str) -> str:
    """A list in a sentence: a, b and c."""
    if len(things) < 2:
        return "".join(things)
    return ", ".join(things[:-1]) + word("and", lang) + things[-1]


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the user's system, if it is supported."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "fr" if environment[name].lower().startswith("fr") else "en"
    return "en"
