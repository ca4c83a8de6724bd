import { testConversations } from "../../test/platforms/conversation-tests.ts";
import { platformOf } from "../../test/platforms/zalo/page.ts";
import { startZalo } from "../../test/platforms/zalo/zalo.ts";

testConversations("zalo", async (t) => platformOf(await startZalo(t)));
