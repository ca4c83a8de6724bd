import "./content-summary.css";
import { choiceId, choiceText } from "@banter/core/flow/steps/choice.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { isMediaPath } from "@banter/core/model/media.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import { IconExternalLink, IconPhone, IconPhoto, IconSubtask } from "@tabler/icons-react";
import { Handle, Position } from "@xyflow/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import type { DraftStep, Path } from "../edit/draft.ts";
import { FilledText } from "../names/filled-text.tsx";
import { choiceExits, listOf, wordsOf } from "../steps/exits.ts";
import { messageLine, textOf } from "../steps/summary.ts";
import { type ClicksOf, clicksOf } from "./clicks.ts";
import { Count } from "./count.tsx";
import type { StepCounters } from "./graph.ts";

/** The content of a step on the canvas: texts, pictures and cards, with a handle at every button to a step. */
export function ContentSummary({ step, counters }: { step: DraftStep; counters: StepCounters | undefined }) {
  const { t } = useTranslation("builder");
  const content = isObject(step.content) ? step.content : {};
  const choices = Array.isArray(step.choices) ? step.choices : [];
  const replies = listOf(content.quick_replies);
  const actions = listOf(content.actions).length;
  const clicks = clicksOf(step, counters);
  return (
    <>
      {listOf(content.messages).map(([message, index]) => (
        <Message key={index} message={message} path={["content", "messages", index]} clicks={clicks} />
      ))}
      {(choices.length > 0 || replies.length > 0) && (
        <div className="node-replies">
          {choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: some choices have no other name than their place
            <Choice key={index} step={step} choice={choice} counters={counters} />
          ))}
          {replies.map(([reply, index]) => (
            <Pressable
              key={index}
              item={reply}
              path={["content", "quick_replies", index]}
              kind="reply"
              clicks={clicks}
            />
          ))}
        </div>
      )}
      {actions > 0 && <p className="step-line is-quiet">{t("summary.actions", { count: actions })}</p>}
      {counters?.sent !== undefined && counters.sent > 0 && (
        <p className="step-line is-quiet">
          {t("canvas.fared", { sent: counters.sent, seen: counters.seen, clicked: counters.clicked })}
        </p>
      )}
    </>
  );
}

function Message({ message, path, clicks }: { message: JsonObject; path: Path; clicks: ClicksOf }) {
  const { t } = useTranslation("builder");
  const isMedia = !["text", "cards", "form", "products", "invoice"].includes(textOf(message.type));
  return (
    <div className="node-message">
      {message.type === "cards" ? (
        listOf(message.elements).map(([card, index]) => (
          <Fragment key={index}>
            <Picture url={textOf(card.image_url)} />
            <p className="node-text is-card">
              <FilledText text={textOf(card.title) || t("summary.noText")} />
            </p>
            <Buttons holder={card} path={[...path, "elements", index]} clicks={clicks} />
          </Fragment>
        ))
      ) : (
        <>
          {message.type === "image" && <Picture url={textOf(message.url)} />}
          <p className={message.type === "text" && !textOf(message.text) ? "node-text is-empty" : "node-text"}>
            {isMedia && <IconPhoto size={14} aria-hidden />}
            <FilledText text={messageLine(message, t)} />
          </p>
        </>
      )}
      <Buttons holder={message} path={path} clicks={clicks} />
    </div>
  );
}

/** A picture of the page's own files. Those of other servers are not loaded in the builder. */
function Picture({ url }: { url: string }) {
  return isMediaPath(url) && <img className="node-picture" src={url} alt="" draggable={false} />;
}

function Buttons({ holder, path, clicks }: { holder: JsonObject; path: Path; clicks: ClicksOf }) {
  return listOf(holder.buttons).map(([button, index]) => (
    <Pressable key={index} item={button} path={[...path, "buttons", index]} kind="button" clicks={clicks} />
  ));
}

type ChoiceProps = { step: DraftStep; choice: unknown; counters: StepCounters | undefined };

/** A choice of a question, with a handle if it has an exit of its own. */
function Choice({ step, choice, counters }: ChoiceProps) {
  const exit = choiceExits(step).find(({ name }) => name === choiceId(choice));
  return (
    <div className="node-reply">
      <span className="exit-name">
        <FilledText text={choiceText(choice) || "…"} />
      </span>
      {exit && (
        <>
          <Count count={counters?.exits[exit.name] ?? 0} of={counters?.entered ?? 0} />
          <Handle
            id={exit.handle}
            type="source"
            position={Position.Right}
            className={exit.target === null ? "exit is-free" : "exit"}
          />
        </>
      )}
    </div>
  );
}

const icons = { url: IconExternalLink, call: IconPhone, flow: IconSubtask };

/** Quick replies that the platform answers. */
const asks = new Set(["phone_number", "email", "location"]);

type PressableProps = { item: JsonObject; path: Path; kind: "button" | "reply"; clicks: ClicksOf };

function Pressable({ item, path, kind, clicks }: PressableProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const Icon = icons[item.type as keyof typeof icons];
  const flow = item.type === "flow" ? names.flow.get(Number(item.flow_id)) : undefined;
  const words = asks.has(textOf(item.type)) ? t(`replies.${item.type}`) : wordsOf(item);
  return (
    <div className={`node-${kind}`} title={flow}>
      <span className="exit-name">
        <FilledText text={words || "…"} />
      </span>
      <Count {...clicks(path)} />
      {Icon && <Icon size={14} aria-hidden />}
      {item.type === "step" && (
        <Handle
          id={pointer([...path, "step"])}
          type="source"
          position={Position.Right}
          className={typeof item.step === "string" ? "exit" : "exit is-free"}
        />
      )}
    </div>
  );
}
