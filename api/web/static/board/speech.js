// @ts-check
/**
 * What is spoken to screen readers. A sentence is added to those of the last moment and does not take their place:
 * several are often said in one breath, and one that is gone before it was read is never spoken.
 */

const LASTS = 3_000; // milliseconds for which a sentence stays at the least
const MOST = 6; // sentences that wait to be read

/** Make the region that is spoken; its element goes into the page. */
export function createSpeech() {
  const element = document.createElement("div");
  element.className = "hush";
  element.setAttribute("aria-live", "polite");
  element.setAttribute("aria-relevant", "additions");

  /** @param {Element} sentence */
  const isOld = (sentence) => performance.now() - Number(sentence.getAttribute("data-said")) > LASTS;

  /** Speak a sentence after those that were said just before; the same one again is spoken again. @param {string} words */
  function say(words) {
    const sentence = document.createElement("p");
    sentence.dataset.said = String(performance.now());
    sentence.textContent = words;
    for (const each of [...element.children])
      if (isOld(each) || each.textContent === words || element.childElementCount >= MOST) each.remove();
    element.append(sentence);
  }

  return {
    element,
    say,
    /** What was said is no longer of interest. */
    hush: () => element.replaceChildren(),
  };
}
