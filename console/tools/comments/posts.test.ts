import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceOf, isSamePost, postIdsIn, postsFor } from "./posts.ts";

test("ids of posts are found in addresses that owners paste", () => {
  assert.deepEqual(
    postIdsIn([
      "801000000000001",
      "104000000000001_801000000000001",
      "https://www.facebook.com/corner.shop/posts/801000000000002",
      "https://www.facebook.com/permalink.php?story_fbid=801000000000003&id=104000000000001",
      "https://www.facebook.com/photo/?fbid=801000000000004",
      " 801000000000001 ",
      "https://www.facebook.com/corner.shop/posts/pfbid0abc",
    ]),
    [
      "801000000000001",
      "104000000000001_801000000000001",
      "801000000000002",
      "801000000000003",
      "801000000000004",
      "https://www.facebook.com/corner.shop/posts/pfbid0abc",
    ],
  );
});

test("a choice of posts is kept in the settings and read from them", () => {
  assert.deepEqual((["all", "ads", "chosen"] as const).map(postsFor).map(choiceOf), ["all", "ads", "chosen"]);
});

test("an id of a post is the same with and without the page's id in front", () => {
  assert.ok(isSamePost("104000000000001_801", "801"));
  assert.ok(!isSamePost("104000000000001_801", "104000000000001_802"));
});
