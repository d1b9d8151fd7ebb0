/** An address its owner knows again and nobody beside them reads: `ma***@mail.example`. */
export const maskedEmail = (email: string): string => email.replace(/^(.{1,2})[^@]*/u, '$1***');
