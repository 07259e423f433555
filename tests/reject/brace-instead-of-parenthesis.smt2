; braces do not enclose commands
(set-logic ALL)
{check-sat}
