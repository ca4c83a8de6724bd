import type { SendFailure, ThrottleScope } from "../../outbound/send-error.ts";

export type Refusal = { failure: SendFailure; meaning: string; scope?: ThrottleScope };

/** Our failure for an error code, which comes as the response to a request or later as a failed status. */
export function refusalOf(code: number): Refusal {
  const known = refusals[code];
  if (known) return known;
  if (code >= 200 && code <= 299) return { failure: "bad_settings", meaning: "a permission is missing" };
  return { failure: "rejected", meaning: "the message was refused" };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
export const refusals: Record<number, Refusal> = {
  0: { failure: "bad_settings", meaning: "the access token is no longer good" },
  1: { failure: "platform_error", meaning: "the request was invalid, or WhatsApp has a fault" },
  2: { failure: "platform_error", meaning: "WhatsApp is down or overloaded" },
  3: { failure: "bad_settings", meaning: "a permission is missing" },
  4: { failure: "throttled", meaning: "the app has made too many calls" },
  10: { failure: "bad_settings", meaning: "a permission is missing" },
  33: { failure: "bad_settings", meaning: "the phone number is gone" },
  100: { failure: "rejected", meaning: "a field of the request is wrong" },
  190: { failure: "bad_settings", meaning: "the access token is no longer good" },
  368: { failure: "bad_settings", meaning: "the account is restricted for breaking a policy" },
  80007: { failure: "throttled", meaning: "the business account has made too many calls" },
  130403: { failure: "blocked_by_customer", meaning: "the business has blocked this person" },
  130429: { failure: "throttled", meaning: "the phone number sends faster than it may" },
  130472: { failure: "rejected", meaning: "the person is part of an experiment and gets no marketing messages" },
  130497: { failure: "bad_settings", meaning: "the account may not write to people in this country" },
  131000: { failure: "platform_error", meaning: "something went wrong at WhatsApp" },
  131005: { failure: "bad_settings", meaning: "a permission is missing" },
  131008: { failure: "rejected", meaning: "a field of the request is missing" },
  131009: { failure: "rejected", meaning: "a field of the request is wrong" },
  131016: { failure: "platform_error", meaning: "WhatsApp is not available for a while" },
  131021: { failure: "rejected", meaning: "the sender and the recipient are the same" },
  131026: { failure: "blocked_by_customer", meaning: "the person cannot be reached on WhatsApp" },
  131031: { failure: "bad_settings", meaning: "the account is locked" },
  131037: { failure: "rejected", meaning: "the phone number's display name is not approved" },
  131042: { failure: "rejected", meaning: "there is a problem with the payment method" },
  131045: { failure: "bad_settings", meaning: "the phone number is not registered" },
  131047: { failure: "outside_window", meaning: "the person last wrote more than 24 hours ago" },
  131048: { failure: "throttled", meaning: "the phone number is restricted because people took its messages for spam" },
  131049: { failure: "rejected", meaning: "the person has had enough marketing messages for now" },
  131050: { failure: "rejected", meaning: "the person does not want marketing messages" },
  131051: { failure: "rejected", meaning: "this type of message is not supported" },
  131052: { failure: "rejected", meaning: "the person's media could not be downloaded" },
  131053: { failure: "rejected", meaning: "the media could not be fetched or is of a wrong kind" },
  131056: {
    failure: "throttled",
    meaning: "this person was sent too many messages in a short time",
    scope: "customer",
  },
  131057: { failure: "platform_error", meaning: "the account is being maintained" },
  131063: { failure: "rejected", meaning: "marketing messages are not allowed for this account here" },
  131064: { failure: "throttled", meaning: "the account is limited because of the categories of its templates" },
  132000: { failure: "rejected", meaning: "the template takes another number of parameters" },
  132001: { failure: "rejected", meaning: "there is no such approved template in this language" },
  132005: { failure: "rejected", meaning: "the template's text is too long once filled in" },
  132007: { failure: "rejected", meaning: "the template breaks a policy" },
  132012: { failure: "rejected", meaning: "a parameter of the template is of a wrong form" },
  132015: { failure: "rejected", meaning: "the template is paused" },
  132016: { failure: "rejected", meaning: "the template is disabled" },
  132018: { failure: "rejected", meaning: "the template's parameters are wrong" },
  132068: { failure: "rejected", meaning: "the template's form is blocked" },
  132069: { failure: "rejected", meaning: "the template's form is throttled" },
  133004: { failure: "platform_error", meaning: "WhatsApp is not available for a while" },
  133010: { failure: "bad_settings", meaning: "the phone number is not registered" },
  133016: { failure: "throttled", meaning: "the phone number was registered too often" },
  134011: { failure: "rejected", meaning: "the terms of payment are not accepted" },
  135000: { failure: "rejected", meaning: "the request was wrong in an unknown way" },
};
