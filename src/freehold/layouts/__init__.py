"""Layouts of the records that the kernel needs besides those of the rules: data that other packages make records of."""
