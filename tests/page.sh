#!/bin/sh
# The page about a campaign, in a browser: renders, filters, asks no other host, fits a phone.
. "$(dirname "$0")/lib.sh"

have node || skip "there is no node"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "there is no browser"
[ -x "${TEST_REPORT:-}" ] || skip "the test that writes a page is not there"

REPORT_PAGE=$TMP/page.html "$TEST_REPORT" >"$TMP/log" 2>&1 || fail "no page was written"
expect_exit 0 timeout 120 node "$SRC/tests/page.js" "$browser" "$TMP/page.html"
