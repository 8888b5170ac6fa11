// @ts-check
/** The printed map: the server's drawing in a shadow root, where its styles and the page's do not meet. */

const OWN = `:host, .paper, svg { display: block; width: 100%; height: 100%; }
:host([data-zoom="far"]) .hexno { display: none; }`;

/**
 * Fetch an SVG document. The browser parses it as it loads: no string is turned into markup here.
 * @param {string} address
 * @returns {Promise<Document>}
 */
function drawing(address) {
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
 * Put the drawing of a map into an element; it follows the page's light and dark.
 * @param {HTMLElement} host
 * @param {string} address
 * @returns {Promise<void>}
 */
export async function drawBase(host, address) {
  const drawn = document.importNode((await drawing(address)).documentElement, true);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  const styles = [...drawn.querySelectorAll("style")];
  sheet.replaceSync([OWN, ...styles.map((style) => style.textContent ?? "")].join("\n"));
  root.adoptedStyleSheets = [sheet];
  for (const each of [...styles, ...drawn.querySelectorAll("script")]) each.remove();
  drawn.setAttribute("aria-hidden", "true");
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
