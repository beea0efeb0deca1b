package dev.hindsight.trainer.fleet.keys;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFolder;
import dev.hindsight.trainer.ConfigFolder;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// The key and the certificates of a process of a fleet, and the TLS that they allow: version 1.3,
/// both sides show a certificate of the fleet's authority, and it names the role that is expected
/// of them.
///
/// ```
/// DIR/authority.crt   the authority's certificate, for both; its key was never stored
/// DIR/learner.key     DIR/learner.crt
/// DIR/worker.key      DIR/worker.crt      what machines with workers need, with authority.crt
/// ```
///
/// @param role of the process
/// @param context makes connections
public record FleetKeys(FleetRole role, SSLContext context) {
  private static final String AUTHORITY = "authority.crt";
  private static final int LONGEST_LOOK_MILLIS = 2000;
  private static final String PROTOCOL = "TLSv1.3";
  private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  /// No key store here lies in a file, so this word protects nothing.
  private static final char[] IN_MEMORY = "memory".toCharArray();

  /// Where keys are unless a setting or an option names another folder.
  public static Path usualFolder() {
    return ConfigFolder.locate().resolve("fleet");
  }

  /// Makes a fleet's authority and its two keys, readable by their owner alone.
  ///
  /// @param folder made if it is not there; keys in it are not overwritten
  /// @throws Problem if there are keys already, or one cannot be written: then none is there
  public static void create(Path folder) {
    if (Files.exists(folder.resolve(AUTHORITY))
        || Files.exists(folder.resolve(FleetRole.LEARNER.word() + ".key"))
        || Files.exists(folder.resolve(FleetRole.WORKER.word() + ".key"))) {
      throw new Problem(
          wording("FleetKeys.there_are_keys_already"),
          folder.toString(),
          wording("FleetKeys.use_them_or_name_another_folder"));
    }
    try {
      FileAttribute<?>[] own = owned(folder, "rwx------");
      try (AtomicFolder fresh = AtomicFolder.of(folder, own)) {
        writeAll(fresh.path());
        fresh.publish();
      }
    } catch (IOException e) {
      throw new Problem(
          wording("FleetKeys.the_keys_cannot_be_written", String.valueOf(e.getMessage())),
          folder.toString(),
          wording("FleetKeys.name_a_folder_of_your_own"),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has EC and ECDSA", e);
    }
  }

  private static void writeAll(Path folder) throws IOException, GeneralSecurityException {
    FleetAuthority authority = new FleetAuthority(Instant.now());
    write(folder.resolve(AUTHORITY), "CERTIFICATE", authority.certificate());
    for (FleetRole role : FleetRole.values()) {
      KeyPair pair = authority.pair();
      write(
          folder.resolve(role.word() + ".crt"),
          "CERTIFICATE",
          authority.certificate(role, pair.getPublic()));
      write(folder.resolve(role.word() + ".key"), "PRIVATE KEY", pair.getPrivate().getEncoded());
    }
  }

  private static FileAttribute<?>[] owned(Path path, String mode) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  private static void write(Path file, String kind, byte[] der) throws IOException {
    String text =
        "-----BEGIN "
            + kind
            + "-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
            + "\n-----END "
            + kind
            + "-----\n";
    Files.createFile(file, owned(file, "rw-------"));
    Files.writeString(file, text, StandardOpenOption.WRITE);
  }

  /// Reads what a process needs.
  ///
  /// @throws Problem if a file is missing, is no key, or can be read by others
  public static FleetKeys read(Path folder, FleetRole role) {
    Path keyFile = folder.resolve(role.word() + ".key");
    checkOwner(keyFile);
    try {
      CertificateFactory certificates = CertificateFactory.getInstance("X.509");
      X509Certificate authority = certificate(certificates, folder.resolve(AUTHORITY));
      X509Certificate own = certificate(certificates, folder.resolve(role.word() + ".crt"));
      PrivateKey key =
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der(keyFile)));
      return new FleetKeys(role, context(authority, own, key));
    } catch (IOException e) {
      throw missing(folder, String.valueOf(e.getMessage()), e);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new Problem(
          wording("FleetKeys.the_keys_are_damaged", String.valueOf(e.getMessage())),
          folder.toString(),
          wording("FleetKeys.make_them_with_fleet_init"),
          e);
    }
  }

  private static Problem missing(Path folder, String cause, Throwable why) {
    return new Problem(
        wording("FleetKeys.the_keys_cannot_be_read", cause),
        folder.toString(),
        wording("FleetKeys.make_them_with_fleet_init"),
        why);
  }

  private static void checkOwner(Path key) {
    PosixFileAttributeView view = Files.getFileAttributeView(key, PosixFileAttributeView.class);
    try {
      if (view != null && view.readAttributes().permissions().stream().anyMatch(OTHERS::contains)) {
        throw new Problem(
            wording("FleetKeys.others_can_read_the_key"),
            key.toString(),
            wording("FleetKeys.take_their_right_away"));
      }
    } catch (IOException e) {
      throw missing(key, String.valueOf(e.getMessage()), e);
    }
  }

  private static X509Certificate certificate(CertificateFactory certificates, Path file)
      throws IOException, GeneralSecurityException {
    try (var stream = Files.newInputStream(file)) {
      return (X509Certificate) certificates.generateCertificate(stream);
    }
  }

  private static byte[] der(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.US_ASCII);
    return Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static SSLContext context(X509Certificate authority, X509Certificate own, PrivateKey key)
      throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, IN_MEMORY);
    keys.setKeyEntry("own", key, IN_MEMORY, new X509Certificate[] {own, authority});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, IN_MEMORY);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, IN_MEMORY);
    trusted.setCertificateEntry("authority", authority);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance(PROTOCOL);
    context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  /// One end of a connection.
  ///
  /// @param host of the other end
  /// @param client whether this end opened the connection
  public SSLEngine engine(String host, int port, ConnectionEnd client) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(client == ConnectionEnd.CLIENT);
    engine.setEnabledProtocols(new String[] {PROTOCOL});
    engine.setEnabledCipherSuites(CIPHERS.clone());
    if (client == ConnectionEnd.SERVER) {
      engine.setNeedClientAuth(true);
    }
    return engine;
  }

  /// Whether a process listens at an address that shows a certificate of another authority; false
  /// if nobody listens there. Takes a few seconds at most.
  public boolean distrusts(InetSocketAddress address) {
    try (Socket plain = new Socket()) {
      plain.connect(address, LONGEST_LOOK_MILLIS);
      plain.setSoTimeout(LONGEST_LOOK_MILLIS);
      try (SSLSocket secured =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(plain, address.getHostString(), address.getPort(), true)) {
        secured.startHandshake();
        return false;
      }
    } catch (IOException e) {
      return unknownAuthority(e);
    }
  }

  /// An expired certificate, or a clock that is wrong, is another matter.
  private static boolean unknownAuthority(Throwable failure) {
    boolean refused = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateExpiredException
          || cause instanceof CertificateNotYetValidException) {
        return false;
      }
      refused |= cause instanceof CertificateException;
    }
    return refused;
  }

  /// Which end of a connection a process is.
  public enum ConnectionEnd {
    /// It opened the connection.
    CLIENT,
    /// It accepted the connection.
    SERVER
  }

  /// Why the other end of a connection is not the one to speak to; empty if it is. That its
  /// certificate is the authority's, the handshake has checked.
  public Optional<Throwable> stranger(SSLSession session) {
    try {
      String name = session.getPeerPrincipal().getName();
      List<String> expected = List.of("CN=" + role.peer().subject());
      return expected.contains(name)
          ? Optional.empty()
          : Optional.of(
              new CertPathValidatorException(
                  wording("FleetKeys.is_not", name, expected.getFirst())));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.of(e);
    }
  }
}
