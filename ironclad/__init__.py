"""Ironclad: every import of the build begins here. The folders below are links to those beside this one."""
