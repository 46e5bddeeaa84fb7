/**
 * The bank's own look: navy and sand, system fonts, so that nobody takes it for the shop. Logical
 * properties only.
 */
export const STYLE = `
:root { color-scheme: light dark; --ground: #f2f4f8; --card: #fff; --ink: #16213a; --ink2: #445069; --line: #d9deea;
  --edge: #7b869f;
  --action: #1c3578; --action-hover: #14285c; --on-action: #fff; --sand: #f3e6c2; --on-sand: #45350a; --bad: #8f1d1d;
    --bad-ground: #fdecec; --good: #14592f;
  --focus: #2f62d9; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0e1422; --card: #172034; --ink: #eef1f8; --ink2: #b6c0d6; --line: #2b3753; --edge: #7886a6;
    --action: #a9c1ff; --action-hover: #c6d6ff; --on-action: #0c1730; --sand: #41371c; --on-sand: #f6e7bd; --bad: #ffb3ad;
      --bad-ground: #3b1d20; --good: #86e0a8;
    --focus: #8fb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; min-block-size: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
  font: 400 16px/1.55 system-ui, "Segoe UI", "Noto Sans", "Noto Sans Arabic", sans-serif; }
[dir="rtl"] body { line-height: 1.75; }
header { display: flex; align-items: center; justify-content: space-between; flex-wrap: wrap; gap: 12px; padding: 16px 20px;
  inline-size: 100%; max-inline-size: 480px; margin-inline: auto; }
.wide header, .wide main, .wide footer { max-inline-size: 1080px; }
.name { display: inline-flex; align-items: center; gap: 10px; font-weight: 650; font-size: 18px; letter-spacing: -.01em; }
.mark { display: block; }
.badge { background: var(--sand); color: var(--on-sand); border-radius: 99px; padding: 4px 12px; font-size: 14px;
  font-weight: 600; line-height: 1.5; }
main { inline-size: 100%; max-inline-size: 480px; margin-inline: auto; padding: 0 20px; flex: 1; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 20px; padding: 28px; }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.2; font-weight: 680; letter-spacing: -.02em; text-wrap: balance; }
[dir="rtl"] :is(h1, .name, .amount) { letter-spacing: 0; }
[dir="rtl"] h1 { line-height: 1.4; }
p { margin: 0; } .quiet { color: var(--ink2); }
dl { margin: 20px 0 24px; display: grid; gap: 0; }
dl > div { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; padding: 10px 0;
  border-block-end: 1px solid var(--line); }
dt { color: var(--ink2); } dd { margin: 0; font-weight: 600; text-align: end; overflow-wrap: anywhere; min-inline-size: 0;
  font-variant-numeric: tabular-nums lining-nums; }
dd.amount { font-size: 24px; line-height: 1.2; font-weight: 680; letter-spacing: -.02em; }
.demo { background: var(--sand); color: var(--on-sand); border-radius: 12px; padding: 12px 16px; margin-block-end: 20px; }
.demo strong { display: inline-block; font: 700 24px/1.3 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  letter-spacing: .14em; }
.demo p:first-child { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; column-gap: 16px;
  font-weight: 600; }
.demo .why { font-size: 14px; }
label { display: block; font-weight: 600; margin-block-end: 6px; }
input[name="code"] { inline-size: 100%; block-size: 52px; border: 1px solid var(--edge); border-radius: 12px;
  background: var(--card); color: var(--ink);
  font: 500 22px/1 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: .14em; padding: 0 16px; direction: ltr;
    text-align: start; }
[dir="rtl"] input[name="code"] { text-align: right; }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 4px; } legend { padding: 0; margin-block-end: 6px;
  font-weight: 600; }
.choice { display: flex; align-items: center; gap: 10px; min-block-size: 44px; margin: 0; font-weight: 400; }
.choice input { inline-size: 20px; block-size: 20px; margin: 0; flex: none; accent-color: var(--action); }
.wrong { color: var(--bad); background: var(--bad-ground); border-radius: 10px; padding: 10px 14px; margin-block: 10px 0;
  font-weight: 600; }
.buttons { display: grid; gap: 12px; margin-block-start: 20px; }
button { inline-size: 100%; min-block-size: 52px; padding: 10px 16px; border-radius: 12px; font: inherit; font-weight: 650;
  cursor: pointer;
  border: 1px solid transparent; background: var(--action); color: var(--on-action); transition: background-color 120ms; }
button:hover { background: var(--action-hover); }
button.plain { background: transparent; color: var(--ink); border-color: var(--edge); }
button.plain:hover { background: var(--ground); }
:is(a, button, input, summary):focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.lasts { margin-block-start: 16px; font-size: 14px; color: var(--ink2); }
.end h1 { margin-block-end: 8px; } .end form { margin-block-start: 24px; } .end .quiet + .quiet { margin-block-start: 8px; }
footer { inline-size: 100%; max-inline-size: 480px; margin-inline: auto; padding: 20px; }
footer nav { margin-inline-start: -8px; display: flex; flex-wrap: wrap; gap: 4px 8px; font-size: 15px; }
footer :is(a, span) { display: inline-flex; align-items: center; min-block-size: 44px; padding-inline: 8px; }
footer a { color: var(--ink); } footer span { color: var(--ink2); }
h2 { font-size: 19px; margin-block: 28px 8px; }
.lead { color: var(--ink2); max-inline-size: 64ch; }
.table { background: var(--card); border: 1px solid var(--line); border-radius: 16px; margin-block-start: 20px;
  overflow: hidden; }
table { border-collapse: collapse; inline-size: 100%; font-size: 15px; font-variant-numeric: tabular-nums lining-nums; }
th, td { text-align: start; padding: 10px 20px; border-block-end: 1px solid var(--line); vertical-align: baseline; }
tbody tr:last-child td { border-block-end: 0; } th { color: var(--ink2); font-weight: 600; white-space: nowrap; }
td.order, td.sum > bdi:first-child { font-weight: 600; } td.state-paid { color: var(--good); font-weight: 600; }
td.state-declined { color: var(--bad); font-weight: 600; }
td .more { font-weight: 400; margin-inline-start: 10px; } td bdi { white-space: nowrap; }
.cards td:first-child bdi { white-space: normal; } td.order bdi { white-space: normal; overflow-wrap: anywhere; }
td.numbers bdi { display: inline-block; margin-inline-end: 16px; } .empty { padding: 24px; }
@media (max-width: 700px) {
  .payments thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .payments tr { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 20px;
    border-block-end: 1px solid var(--line); }
  .payments tr:last-child { border-block-end: 0; } .payments td { padding: 2px 0; border: 0; }
  .payments td:nth-child(2), .payments td:nth-child(4) { text-align: end; } .payments .more { display: block; margin: 0; }
  .cards :is(tr, td) { display: block; } .cards thead { display: none; }
  .cards tr { padding: 12px 20px; border-block-end: 1px solid var(--line); } .cards td { padding: 0; border: 0; }
  .payments .time { grid-column: 1 / -1; font-size: 14px; }
}
summary { cursor: pointer; font-weight: 650; font-size: 19px; padding-block: 10px; } details { margin-block-start: 28px; }
details .lead { margin-block-end: 12px; }
@media (min-width: 700px) { header { padding-block-start: 28px; } body:not(.wide) main { flex: none; } }
@media (max-width: 420px) { .panel { padding: 22px 20px; border-radius: 16px; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
