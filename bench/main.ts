// npm run bench measures Banter's speed (speed.ts). With one of these words it measures something else:
// `npm run bench -- builder`.
const others = ["big-page", "builder", "retention"];
const [word = ""] = process.argv.slice(2);
const isOther = others.includes(word);
if (isOther) process.argv.splice(2, 1);
await import(isOther ? `./${word}/main.ts` : "./speed.ts");
