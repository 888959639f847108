/** Address of a path, seen from this module: proxies add prefixes. */
export const address = (path) => new URL(path.replace(/^\//, ""), new URL("../../../../../", import.meta.url)).href;
