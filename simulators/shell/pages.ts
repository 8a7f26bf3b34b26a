/** What a proxy says of a path that it does not know. */
export const NOT_FOUND_PAGE =
  "<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1>proxy</body></html>";

/** What a proxy answers to whoever has not signed in. */
export const LOGIN_PAGE = "<!doctype html><html><body><form action=/login>Please sign in.</form></body></html>";
