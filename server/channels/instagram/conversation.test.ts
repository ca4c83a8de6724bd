import { testConversations } from "../../test/platforms/conversation-tests.ts";
import { platformOn } from "../../test/platforms/graph/driver.ts";
import { startInstagram } from "../../test/platforms/instagram.ts";

testConversations("instagram", async (t) => platformOn(await startInstagram(t)));
