"""The balance laboratory: is an edition, or a set of house rules, in line with the classic board? docs/balance.md."""
