export type User = { id: string; name: string; email: string };

/** What a request says of its login. `address` is where it came from. */
export type LoginRequest = { cookie: string; userAgent: string; address: string };

export type Logins = {
  /** Who is logged in, and cookies to set where the session has been prolonged. Asked of the database each time. */
  findUser(request: LoginRequest): Promise<{ user: User; cookies: string[] } | undefined>;
  /** One of better-auth's own calls. The caller has checked its fields and that it comes from our own pages. */
  call(request: LoginRequest, key: string, body: object | undefined): Promise<{ reply: unknown; cookies: string[] }>;
};
