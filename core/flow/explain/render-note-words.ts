import type { renderChanges } from "../render-note.ts";

type Changes = typeof renderChanges;

/** The sentences of one language that explain render notes. Words in capitals are placeholders. */
export type RenderNoteWords = { [Change in keyof Changes]: Record<Changes[Change][number], string> };

export const english: RenderNoteWords = {
  cut: {
    button: "The title of the button “TITLE” is cut: CHANNEL shows MAX characters of it.",
    quick_reply: "The title of the quick reply “TITLE” is cut: CHANNEL shows MAX characters of it.",
    card_title: "The title of the card “TITLE” is cut: CHANNEL shows MAX characters of it.",
    card_subtitle: "The subtitle of the card “TITLE” is cut: CHANNEL shows MAX characters of it.",
    file_name: "The name of the file “TITLE” is cut: CHANNEL shows MAX characters of it.",
  },
  numbered: {
    button: "The button “TITLE” has a number added: CHANNEL does not show two equal titles.",
    quick_reply: "The quick reply “TITLE” has a number added: CHANNEL does not show two equal titles.",
  },
  as_text: {
    button: "The button “TITLE” is shown as a line of text: CHANNEL has no such button here.",
    quick_reply: "The quick reply “TITLE” is shown as a line of text: CHANNEL has no room for more of them.",
    phone_reply: "The quick reply for the phone number is shown as a question: CHANNEL has no such quick reply.",
    email_reply: "The quick reply for the e-mail address is shown as a question: CHANNEL has no such quick reply.",
    card: "The card “TITLE” is shown as text: CHANNEL has no cards with nothing but a title.",
    card_link: "The link of the card “TITLE” is shown as a line of text: on CHANNEL a picture cannot lead to it.",
    image: "The picture “TITLE” is shown as its address: CHANNEL could not fetch it.",
    video: "The video “TITLE” is shown as its address: CHANNEL could not fetch it.",
    audio: "The audio “TITLE” is shown as its address: CHANNEL could not fetch it.",
    file: "The file “TITLE” is shown as its address: CHANNEL does not accept such files, or could not fetch it.",
    template: "The template “TITLE” is shown as text: CHANNEL does not have this template.",
  },
  as_hint: {
    email_reply:
      "The quick reply for the e-mail address is shown as a hint in the input field: CHANNEL has no such quick reply.",
  },
  as_button: {
    quick_replies: "The quick replies are shown as buttons: CHANNEL has no quick replies.",
    card_link: "The link of the card “TITLE” is shown as a button: on CHANNEL a picture cannot lead to it.",
  },
  as_list: {
    buttons: "The buttons are shown as a list: CHANNEL has no room for so many.",
    quick_replies: "The quick replies are shown as a list: CHANNEL has no room for so many.",
  },
  as_messages: {
    cards: "Each card is shown as a message of its own: CHANNEL has no cards.",
    album: "The pictures and videos are messages of their own: CHANNEL did not accept one of them in an album.",
  },
  apart: {
    buttons: "The buttons are in a message of their own: CHANNEL cannot show them below this.",
    quick_replies: "The quick replies are in a message of their own: CHANNEL cannot show them below this.",
    quick_reply: "The quick reply “TITLE” is in a message of its own: CHANNEL has no room for so many.",
    phone_reply:
      "The quick reply for the phone number is in a message of its own: CHANNEL cannot show it beside buttons.",
    location_reply: "The quick reply for the place is in a message of its own: CHANNEL cannot show it beside buttons.",
    image: "The picture “TITLE” is in a message of its own: CHANNEL cannot show it above a list.",
    video: "The video “TITLE” is in a message of its own: CHANNEL cannot show it above a list.",
    file: "The file “TITLE” is in a message of its own: CHANNEL cannot show it above a list.",
  },
  on_template: {
    quick_replies: "The quick replies use the template's own buttons: their number and titles are the template's.",
  },
  on_one_line: {
    template_value: "The template's value TITLE is shown on one line: CHANNEL takes no line breaks in it.",
  },
  left_out: {
    quick_reply: "The quick reply “TITLE” is left out: CHANNEL has no place for it here.",
    phone_reply: "The quick reply for the phone number is left out: CHANNEL has no place for it here.",
    email_reply: "The quick reply for the e-mail address is left out: CHANNEL has no place for it here.",
    location_reply: "The quick reply for the place is left out: CHANNEL has no place for it here.",
    form: "The form is left out, and only its text is shown: CHANNEL has no forms.",
    invoice: "The invoice cannot be paid here, and only its text is shown: CHANNEL takes no payments.",
    products: "The products are left out, and only their text is shown: CHANNEL has no catalog.",
    round_video: "The video is not round: CHANNEL shows it as any other video.",
    app_button: "The button “TITLE” opens its link as a web page: CHANNEL has no apps inside of the chat.",
    square_pictures: "The pictures of the cards are not square: CHANNEL decides about their shape.",
    template_buttons: "The buttons of the template “TITLE” are left out: their words are not known here.",
    template_media: "The picture, video or file above the template “TITLE” is left out: only its words are shown.",
    template_value: "The template's value TITLE is left out: CHANNEL has no place for it.",
    further_part: "The further part “TITLE” is left out: a private reply to a comment is one message.",
    quote: "The message is sent without the quote: CHANNEL does not have the quoted message, or cannot quote it here.",
  },
};
