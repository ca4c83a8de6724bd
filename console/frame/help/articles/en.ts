import type { Articles } from "../article-of.ts";

export const articles: Articles = {
  start: {
    title: "Getting started",
    body: [
      "A page is one place where customers write to you: a chat on your website, or an account on a messaging platform. On a page you build flows, and keywords decide which flow answers.",
      [
        "Choose a template under Pages → Start from a template. Its bot greets and answers at once.",
        "Press “Try the chat” on the page's home and write as a customer would.",
        "Replace the sample texts: open Flows, and look for the notes on the canvas.",
        "Share the chat: Growth tools makes links, QR codes and the code for your website.",
        "Invite colleagues under Team, so that somebody answers when the bot hands over.",
      ],
    ],
  },
  home: {
    title: "Home of a page",
    body: [
      "Home shows what needs you now: customers who wait for a person, messages that could not be delivered, a lost connection. Below are the numbers of today, with yesterday beside them. The health of the connection is in the settings, under Channel.",
      "A new page also shows the first steps. They tick themselves off as you take them; each leads to the very field. The cross closes them for everybody on the page.",
    ],
  },
  conversations: {
    title: "Conversations",
    body: [
      "Here you read and answer. When you write, the bot is silent in this conversation for a while (see Settings → Inbox), so that you do not talk over each other. “Give back to the bot” ends that earlier.",
      [
        "“Waiting” shows customers who asked for a person, or whom nobody has answered yet. Done and Snooze take them from there.",
        "Press ? for the keys: the whole inbox works without a mouse.",
        "Notes are for the team only; customers never see them.",
        "“Why this reply?” explains every message of the bot: which keyword matched, which steps ran.",
        "Saved replies keep answers that you give often.",
      ],
      "On some platforms, free texts can be sent only within 24 hours after the customer has written.",
    ],
  },
  customers: {
    title: "Customers",
    body: [
      "Everybody who has written to the page, with their tags, fields and history. Filter by tag, field, source or last activity, then tag many at once, export them or start a flow.",
      [
        "Import reads a CSV file and shows what it will change first.",
        "Erasing a customer removes everything about them, for good.",
        "Block somebody, and the bot and the inbox ignore them.",
      ],
    ],
  },
  audience: {
    title: "Audience",
    body: [
      "A broadcast sends a message or a flow to many customers at once. You choose who, what and when; the forecast tells how many get it now, how many later, and why the others do not.",
      [
        "A segment is a saved condition on customers. Who is in it is worked out whenever it is used.",
        "Press “Test” to get it in your own chat first.",
        "Pause, go on or stop at any time. Nobody gets a broadcast twice.",
        "Several variants: share all customers among them, or try them on some and send the better one to the rest.",
        "Customers who write STOP, or press the unsubscribe button, get no more. The proof is on their profile.",
        "A sequence sends messages one after the other, with days or hours between them, to each customer who is put in.",
        "A rule acts by itself: when a tag is added, a date comes or a goal is reached, it does something or starts a flow.",
        "Under Quiet hours and consent: when nothing is sent, the most per customer and week, and the words that subscribe and unsubscribe. They hold for all three.",
      ],
    ],
  },
  ai: {
    title: "AI",
    body: [
      "A language model can answer for the page, within what you allow. Nothing is asked before you add a model: one of OpenAI, Anthropic or Google, or one on a server of your own.",
      [
        "Press “Try it” in the form of a model: it says hello, or you read why not.",
        "The step “Answer by AI” of a flow lets the model answer. You choose what it is told, what it may do, and what comes next.",
        "Limits hold by customer, day and month, in calls, tokens and cost. The team is told at 80 %.",
        "An answer with words that the bot must never say is not sent.",
        "“Why this reply?” in a conversation shows what the model was told and shown, what it did, and what it cost.",
        "In conversations, the model suggests a reply, sums up and translates. You edit and send it yourself.",
      ],
    ],
  },
  flows: {
    title: "Flows",
    body: [
      "A flow is a conversation that you have prepared: messages, questions, conditions, actions. It does nothing until it is published and something starts it: a keyword, the welcome, an ice breaker, the menu, a growth tool or another flow.",
      [
        "Folders keep flows in order; drag to move them.",
        "Templates adds a whole set of flows with keywords and menu.",
        "Deleted flows stay in the trash, from where they come back with everything that starts them.",
      ],
    ],
  },
  builder: {
    title: "The flow builder",
    body: [
      "Drag a step from the left onto the canvas, or pull a line out of a step and let it go: a menu offers the steps. A click on a step opens its form on the right.",
      [
        "Message: texts, pictures, cards, buttons and quick replies.",
        "Question: waits for an answer, checks it and saves it in a field.",
        "Condition and split: lead customers along different ways.",
        "Wait: seconds, days or until a time, if you like only within certain hours.",
        "Action: tags, fields, telling the team, handing over to a person.",
        "Ask another service: sends a request and uses the answer.",
      ],
      "Your draft is saved as you work. Customers see it once you publish. Versions keeps every published state, and any of them can be restored.",
    ],
  },
  testing: {
    title: "Testing a flow",
    body: [
      "“Test” in the builder runs your draft in the browser: nothing is sent to anybody. The canvas shows where the conversation is. You can skip waits and answer in the place of another server.",
      "For the whole page with its keywords, open the chat in another tab, or use the tester beside the keywords. It tells which keyword wins for a message, and why the others do not.",
    ],
  },
  keywords: {
    title: "Keywords",
    body: [
      "A keyword starts a flow when a customer writes certain words. “Contains the word” is right for most. Capitals, punctuation and left-out accents make no difference: “gia” finds “giá”.",
      [
        "If several match, the most exact one wins; of equal ones, the higher in the list. Drag them into order.",
        "Excluded phrases keep a keyword from matching.",
        "Typos are forgiven if you allow it, in words of five letters or more.",
        "Hours limit a keyword to certain times.",
      ],
      "While a question waits for an answer that fits, the answer comes first.",
    ],
  },
  offers: {
    title: "Ice breakers and menu",
    body: [
      "Ice breakers are questions that newcomers can press before they have written anything. The menu is always within reach. Each of them starts a flow; a menu item may open a link instead.",
      "Platforms show a limited number, and some show none: the screen says what yours does.",
    ],
  },
  tools: {
    title: "Growth tools",
    body: [
      "Links, QR codes, codes for adverts and the chat for your website. Each starts its own flow, so that somebody who scans the code on a table sees the menu at once. Openings are counted in Statistics.",
      "Other tools wait for something that customers do, as far as the page's channel reports it: a reaction, a location, an order, a reply to your story. The list's order decides if several fit.",
      "If a warning says that an address works only on this computer, ask the operator of the server for a public address before you print anything.",
    ],
  },
  fields: {
    title: "Tags and fields",
    body: [
      "A tag marks customers: “buyer”, “newsletter”. A field keeps a value of each customer: size, birthday, order number. Flows set both, conditions ask for both, and a text may contain a field: type / in it.",
      "The type of a field (text, number, date, yes or no) decides how its values are compared, and cannot be changed later.",
    ],
  },
  statistics: {
    title: "Statistics",
    body: [
      "Choose a period and compare it with the one before: customers, messages, answers by the bot and by people, flows, keywords, tools, failures.",
      "“Unmatched” lists messages that nothing answered. Each can become a keyword with one press: the quickest way to make the bot better.",
    ],
  },
  settings: {
    title: "Settings of a page",
    body: [
      [
        "General: name, time zone, opening hours, the flow that greets newcomers, and the default reply for messages that nothing matches.",
        "Inbox: how long the bot is silent after a person has written, and what happens if nobody answers.",
        "Channel: the connection to the platform, or the address and code of your web chat.",
        "Notifications: who is told about what, and where.",
        "Data: how long messages and other data are kept.",
        "Passwords and keys for services that flows ask, which nobody can read again.",
      ],
    ],
  },
  channels: {
    title: "Channels and connections",
    body: [
      "A web chat works at once: share its address, or paste one line of code into your website. Other channels need an account on the platform and its token; the form says where to find it, tries it at once and names the account. Then the channel tab shows what is left to do there, step by step.",
      "Platforms call your server, so it needs a public address with https. A page that a platform has cut off says so on every screen and loses nothing: what arrives in the meantime is answered after you connect it again.",
    ],
  },
  files: {
    title: "Copies of pages",
    body: [
      "A copy is a file with a page's whole set-up: flows, keywords, menu, tools, tags and fields, but no customers, passwords and keys. Keep it, or apply it to another page.",
      "Before anything changes, the plan lists every change. Applying is all or nothing.",
    ],
  },
  api: {
    title: "API and token",
    body: [
      "Your own programs can list flows, edit keywords and send flows or messages to customers. They need the page's token, which is shown once when it is made: keep it like a password. A new token replaces the old one at once.",
      "The reference of the API is linked below.",
    ],
  },
  templates: {
    title: "Templates",
    body: [
      "A template is a ready set-up: flows, keywords, ice breakers, menu and fields. From Pages it makes a new page on the channel you choose, previewed as that channel shows it; from Flows it is added to the page you are on.",
      "Adding replaces nothing. On a page with flows, those of the template get a folder of their own, and the page's welcome stays unless you tick “Greet newcomers with it”. Prices, addresses and times are samples; notes on the canvas show where.",
    ],
  },
  pages: {
    title: "Pages",
    body: [
      "Every page is one channel account with its own flows, customers and settings. The switch “Bot” pauses it: messages are kept, nothing answers.",
      "“New page” asks for a channel and its keys. “Start from a template” makes a web chat that works at once.",
    ],
  },
  team: {
    title: "Team and roles",
    body: [
      "Invite people by a link; it works once, for a few days. Roles:",
      [
        "Owner: everything, including pages, connections, tokens and the team.",
        "Editor: builds flows, keywords, menus and settings, and answers customers.",
        "Agent: answers customers.",
        "Viewer: sees everything and changes nothing.",
      ],
    ],
  },
  audit: {
    title: "Audit log",
    body: [
      "Who changed what, and when: logins, pages, flows, keywords, tokens, members. Only owners can see it. How long entries are kept is set under Settings → Data.",
    ],
  },
  profile: {
    title: "Your profile",
    body: [
      "Change your name and password, turn on two-factor login, end sessions on other devices, and choose which notifications reach you, in the browser or by e-mail.",
      "Keep the backup codes of two-factor login in a safe place: each works once if you lose your phone. An owner can turn it off for you.",
    ],
  },
};
