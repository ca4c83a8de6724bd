export type User = { id: string; name: string; email: string };

/** The parts of a request that concern its login. `address` is the caller's network. */
export type LoginRequest = { cookie: string; userAgent: string; address: string };

export type Logins = {
  /** The logged-in user, and cookies to set if the session was prolonged. Read from the database each time. */
  findUser(request: LoginRequest): Promise<{ user: User; cookies: string[] } | undefined>;
  /** Runs one of better-auth's own calls. The caller has checked its origin and fields. */
  call(request: LoginRequest, key: string, body: object | undefined): Promise<{ reply: unknown; cookies: string[] }>;
};
