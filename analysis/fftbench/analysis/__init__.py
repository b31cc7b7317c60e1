"""From records to answers, in rooms, each using only those below it.

- `page` (the report) and `terminal` (the commands) show answers,
- `tables` puts them into tables and words, `plots` draws them,
- `questions` asks them: who is fastest, what is a setting worth, do claims of papers hold,
- `model` is what was measured: studies, results, their statistics and metrics.
"""
