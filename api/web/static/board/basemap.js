// @ts-check
/** The printed map: the server's drawing in a shadow root, where its styles and the page's do not meet. */

const OWN = `:host, .paper, svg { display: block; width: 100%; height: 100%; }
:host([data-zoom="far"]) :is(.hexno, .ties, .wm-rivers, .town, .fort, .landmark) { display: none; }`;

/**
 * Fetch an SVG document. The browser parses it as it loads: no string is turned into markup here.
 * @param {string} address
 * @returns {Promise<Document>}
 */
export function drawing(address) {
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    asked.open("GET", address);
    asked.responseType = "document";
    asked.overrideMimeType("image/svg+xml");
    asked.onload = () => {
      if (asked.status === 200 && asked.responseXML) resolve(asked.responseXML);
      else reject(new Error(`The map did not come (${asked.status}).`));
    };
    asked.onerror = () => reject(new Error("The map did not come."));
    asked.send();
  });
}

/**
 * Leave the numbers of the places out until one comes near enough to read them: to lay out a text for each place takes
 * as long as all the rest.
 * @param {HTMLElement} host whose `data-zoom` tells how near one is
 * @param {Element} drawn
 */
function numberWhenNear(host, drawn) {
  const numbers = drawn.querySelector(".hexno");
  const near = () => host.dataset.zoom !== "far";
  if (!numbers || near()) return;
  const place = document.createComment("");
  numbers.replaceWith(place);
  const coming = new MutationObserver(() => {
    if (!near()) return;
    coming.disconnect();
    place.replaceWith(numbers);
  });
  coming.observe(host, { attributeFilter: ["data-zoom"] });
}

/**
 * Put the drawing of a map into an element; it follows the page's light and dark.
 * @param {HTMLElement} host
 * @param {Promise<Document>} coming
 * @returns {Promise<void>}
 */
export async function drawBase(host, coming) {
  const drawn = document.adoptNode((await coming).documentElement);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  const styles = [...drawn.querySelectorAll("style")];
  sheet.replaceSync([OWN, ...styles.map((style) => style.textContent ?? "")].join("\n"));
  root.adoptedStyleSheets = [sheet];
  for (const each of [...styles, ...drawn.querySelectorAll("script")]) each.remove();
  drawn.setAttribute("aria-hidden", "true");
  numberWhenNear(host, drawn);
  const paper = document.createElement("div");
  paper.className = "paper";
  paper.append(drawn);
  const page = document.documentElement;
  const recolour = () => {
    if (page.dataset.theme) paper.dataset.theme = page.dataset.theme;
    else delete paper.dataset.theme;
  };
  recolour();
  new MutationObserver(recolour).observe(page, { attributeFilter: ["data-theme"] });
  root.append(paper);
}
