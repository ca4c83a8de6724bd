import assert from "node:assert/strict";
import { test } from "node:test";
import { countFilters, customersSearch, exportUrl } from "./search.ts";

test("an address keeps only what the list knows", () => {
  const given = {
    search: 84901,
    tag: 5,
    value: "x",
    source: "direct",
    ref: "door",
    reach: "odd",
    sort: "name",
    page: 3,
  };

  assert.deepEqual(customersSearch(given), { search: "84901", tag: 5, source: "direct", sort: "name" });
  assert.deepEqual(customersSearch({ field: "city", value: "Huế", active_days: -1 }), { field: "city", value: "Huế" });
});

test("filters are counted without search and order, and become the address of the file", () => {
  const search = { search: "ann", tag: 5, reach: "open", sort: "name" } as const;

  assert.equal(countFilters(search), 2);
  assert.equal(
    exportUrl("web_1", search, "vi"),
    "/api/v1/pages/web_1/customers.csv?search=ann&tag=5&reach=open&language=vi",
  );
  assert.equal(exportUrl("web_1", {}, "en-GB"), "/api/v1/pages/web_1/customers.csv?language=en");
});
