import type { StoredSecret } from '#db/queries/account/second-factor.ts';
import { purposeKey, seal, unseal } from '#framework/http/signing.ts';
import type { Settings } from './settings.ts';

export type SecretVault = ReturnType<typeof createSecretVault>;

/**
 * Creates a vault for one purpose. Without SECRET_KEY it stores secrets as they are.
 * @param purpose part of the key: the vault of another purpose cannot decrypt the secrets
 */
export function createSecretVault({ secretKey }: Pick<Settings, 'secretKey'>, purpose: string) {
  const key = secretKey === undefined ? null : purposeKey(Buffer.from(secretKey), purpose);
  return {
    /** @param owner bound to the secret: decryption with another owner fails */
    close: (owner: string, secret: Uint8Array): StoredSecret =>
      key ? { secret: seal(key, Buffer.from(owner), secret), isSealed: true } : { secret, isSealed: false },
    /** @throws Error without the SECRET_KEY that encrypted the secret */
    open(owner: string, { secret, isSealed }: StoredSecret): Uint8Array<ArrayBuffer> {
      if (!isSealed) return new Uint8Array(secret);
      if (!key) throw new Error(`a secret is encrypted (${purpose}), and there is no SECRET_KEY`);
      return new Uint8Array(unseal(key, Buffer.from(owner), secret));
    },
  };
}
