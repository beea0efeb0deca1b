package dev.hindsight.trainer.fleet.keys;

import static dev.hindsight.trainer.fleet.keys.DerBytes.bits;
import static dev.hindsight.trainer.fleet.keys.DerBytes.field;
import static dev.hindsight.trainer.fleet.keys.DerBytes.integer;
import static dev.hindsight.trainer.fleet.keys.DerBytes.object;
import static dev.hindsight.trainer.fleet.keys.DerBytes.octets;
import static dev.hindsight.trainer.fleet.keys.DerBytes.sequence;
import static dev.hindsight.trainer.fleet.keys.DerBytes.set;
import static dev.hindsight.trainer.fleet.keys.DerBytes.text;
import static dev.hindsight.trainer.fleet.keys.DerBytes.time;
import static dev.hindsight.trainer.fleet.keys.DerBytes.yes;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;

/// A certificate authority that lives as long as this object: its key is never stored, so nobody
/// can make another certificate of the same fleet later. Keys are on the curve P-256.
final class FleetAuthority {
  private static final Duration LIFE = Duration.ofDays(5 * 365L);
  private static final Duration CLOCK_SKEW = Duration.ofDays(1);
  private static final String NAME = "hindsight fleet";
  private static final String COMMON_NAME = "2.5.4.3";
  private static final String BASIC_CONSTRAINTS = "2.5.29.19";
  private static final String KEY_USAGE = "2.5.29.15";
  private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
  private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";
  private static final int SERIAL_BITS = 120;

  /// Bits 5 and 6: keyCertSign and cRLSign; bit 0: digitalSignature.
  private static final byte SIGNS_CERTIFICATES = 0x06;

  private static final byte SIGNS_MESSAGES = (byte) 0x80;

  private final SecureRandom random = new SecureRandom();
  private final KeyPair own;
  private final Instant now;

  /// @param now when its certificates begin to be valid, less a day
  FleetAuthority(Instant now) throws GeneralSecurityException {
    this.now = now;
    this.own = pair();
  }

  /// A new key.
  KeyPair pair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  /// Its own certificate, in DER.
  byte[] certificate() throws GeneralSecurityException {
    return signed(
        NAME,
        own.getPublic(),
        sequence(
            extension(BASIC_CONSTRAINTS, sequence(yes(), integer(BigInteger.ZERO))),
            extension(KEY_USAGE, bits(1, new byte[] {SIGNS_CERTIFICATES}))));
  }

  /// A certificate for learner or worker, in DER.
  byte[] certificate(FleetRole role, PublicKey key) throws GeneralSecurityException {
    return signed(
        role.subject(),
        key,
        sequence(
            extension(BASIC_CONSTRAINTS, sequence()),
            extension(KEY_USAGE, bits(7, new byte[] {SIGNS_MESSAGES})),
            extension(EXTENDED_KEY_USAGE, sequence(object(SERVER), object(CLIENT)))));
  }

  private static byte[] extension(String id, byte[] value) {
    return sequence(object(id), yes(), octets(value));
  }

  private byte[] signed(String subject, PublicKey key, byte[] extensions)
      throws GeneralSecurityException {
    byte[] algorithm = sequence(object(ECDSA_SHA256));
    byte[] content =
        sequence(
            field(0, integer(BigInteger.TWO)),
            integer(new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS)),
            algorithm,
            name(NAME),
            sequence(time(now.minus(CLOCK_SKEW)), time(now.plus(LIFE))),
            name(subject),
            key.getEncoded(),
            field(3, extensions));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(own.getPrivate(), random);
    signature.update(content);
    return sequence(content, algorithm, bits(0, signature.sign()));
  }

  private static byte[] name(String common) {
    return sequence(set(sequence(object(COMMON_NAME), text(common))));
  }
}
